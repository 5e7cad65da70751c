package main

import (
	"strings"

	gl "gitlab.com/gitlab-org/api/client-go"
)

func genericPackages(w *walk) {
	file := got(w.GenericPackages.PublishPackageFile(w.project.ID, "tool", "1.0.0", "tool.txt", strings.NewReader("content"), &gl.PublishPackageFileOptions{Select: gl.Ptr(gl.SelectPackageFile)}))
	same("size", file.Size, 7)
	same("content", string(got(w.GenericPackages.DownloadPackageFile(w.project.ID, "tool", "1.0.0", "tool.txt"))), "content")
	found := find(got(w.Packages.ListProjectPackages(w.project.ID, &gl.ListProjectPackagesOptions{PackageName: text("tool")})), func(p *gl.Package) bool { return p.Version == "1.0.0" })
	find(got(w.Packages.ListGroupPackages(w.group.ID, nil)), func(p *gl.GroupPackage) bool { return p.ID == found.ID })
	same("one", len(got(w.Packages.ListPackageFiles(w.project.ID, found.ID, nil))), 1)
	done(w.Packages.DeletePackageFile(w.project.ID, found.ID, file.ID))
	done(w.Packages.DeleteProjectPackage(w.project.ID, found.ID))
}

func lint(w *walk) {
	same("valid", got(w.Validate.ProjectNamespaceLint(w.project.ID, &gl.ProjectNamespaceLintOptions{Content: text("build:\n  script: [make]\n"), IncludeJobs: yes})).Valid, true)
	same("not valid", got(w.Validate.ProjectNamespaceLint(w.project.ID, &gl.ProjectNamespaceLintOptions{Content: text("build: 1\n")})).Valid, false)
	done1(w.Validate.ProjectLint(w.project.ID, &gl.ProjectLintOptions{}))
}

func registry(w *walk) {
	same("none", len(got(w.ContainerRegistry.ListProjectRegistryRepositories(w.project.ID, &gl.ListProjectRegistryRepositoriesOptions{Tags: yes}))), 0)
	same("none in the group", len(got(w.ContainerRegistry.ListGroupRegistryRepositories(w.group.ID, nil))), 0)
}
