// Walks the services of a strictly typed client against a server, as people's tools do: makes, reads, lists, changes and removes one of each thing.
// A reply whose JSON types are wrong, a refusal and a value that did not stay as it was sent are told, one JSON document for all at the end.
//
//	walk URL TOKEN [SECTION…]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

// What every section starts from.
type walk struct {
	*gl.Client
	run     string
	me      *gl.User
	group   *gl.Group
	project *gl.Project
	branch  string
	user    *gl.User
	other   *gl.User
}

type section struct {
	name string
	walk func(*walk)
}

func main() {
	client, err := gl.NewClient(os.Args[2], gl.WithBaseURL(os.Args[1]), gl.WithoutRetries())
	if err != nil {
		panic(err)
	}
	w := &walk{Client: client, run: fmt.Sprintf("%x", time.Now().UnixNano()%0xffffff), branch: "main"}
	attempt("start", func() { start(w) })
	for _, list := range [][]section{groupSections, projectSections, protectionSections, deliverySections, secretSections, repositorySections,
		workSections, reviewSections, peopleSections, instanceSections, settingSections, integrationSections} {
		for _, s := range list {
			if only := os.Args[3:]; len(only) == 0 || slices.Contains(only, s.name) {
				attempt(s.name, func() { s.walk(w) })
			}
		}
	}
	said, _ := json.MarshalIndent(map[string]any{"calls": calls, "sections": sections, "faults": faults}, "", "  ")
	fmt.Println(string(said))
}

// The group, the project with a first commit and the people that sections share.
func start(w *walk) {
	w.me = got(w.Users.CurrentUser())
	w.group = got(w.Groups.CreateGroup(&gl.CreateGroupOptions{Name: text("Walk " + w.run), Path: text("walk-" + w.run), Visibility: gl.Ptr(gl.PublicVisibility)}))
	w.project = newProject(w, "shared", true)
	w.user = newUser(w, "first")
	w.other = newUser(w, "second")
	done1(w.ProjectMembers.AddProjectMember(w.project.ID, &gl.AddProjectMemberOptions{UserID: w.user.ID, AccessLevel: gl.Ptr(gl.MaintainerPermissions)}))
}

func newProject(w *walk, name string, readme bool) *gl.Project {
	return got(w.Projects.CreateProject(&gl.CreateProjectOptions{
		Name: text(name + " " + w.run), Path: text(name + "-" + w.run), NamespaceID: &w.group.ID, Visibility: gl.Ptr(gl.PublicVisibility), InitializeWithReadme: &readme,
	}))
}

func newGroup(w *walk, name string) *gl.Group {
	return got(w.Groups.CreateGroup(&gl.CreateGroupOptions{Name: text(name + " " + w.run), Path: text(name + "-" + w.run), Visibility: gl.Ptr(gl.PublicVisibility)}))
}

func newUser(w *walk, name string) *gl.User {
	return got(w.Users.CreateUser(&gl.CreateUserOptions{
		Name: text(name), Username: text(name + "-" + w.run), Email: text(name + "-" + w.run + "@example.org"),
		Password: text("qZ7!vX2_kW9"), SkipConfirmation: yes,
	}))
}

// The same server with another token.
func (w *walk) as(token string) *gl.Client {
	client, err := gl.NewClient(token, gl.WithBaseURL(os.Args[1]), gl.WithoutRetries())
	worked(err)
	return client
}
