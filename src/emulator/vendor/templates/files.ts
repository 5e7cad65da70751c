/** Texts of files by the names that they are chosen by. */
export type Templates = Readonly<Record<string, string>>;

/** A Dockerfile that runs a program of one language. */
const docker = (image: string, install: string, command: string): string =>
  `FROM ${image}\n\nWORKDIR /usr/src/app\n\nCOPY . .\nRUN ${install}\n\nCMD ${JSON.stringify(command.split(" "))}\n`;

export const DOCKERFILES: Templates = {
  Golang: docker("golang:1-alpine", "go build -o /usr/local/bin/app ./...", "app"),
  Node: docker("node:lts-alpine", "npm ci", "npm start"),
  PHP: docker("php:8-apache", "docker-php-ext-install pdo", "apache2-foreground"),
  Python: docker("python:3-slim", "pip install --no-cache-dir -r requirements.txt", "python app.py"),
  Ruby: docker("ruby:3-slim", "bundle install", "ruby app.rb"),
  Rust: docker("rust:1-slim", "cargo install --path .", "app"),
};

const lines = (text: string): string => `${text.trim().split(/\s+/).join("\n")}\n`;

export const GITIGNORES: Templates = {
  C: lines("*.d *.o *.ko *.obj *.elf *.exe *.out *.app *.so *.dylib *.dll *.a *.lib"),
  "C++": lines("*.d *.slo *.lo *.o *.obj *.gch *.pch *.so *.dylib *.dll *.lai *.la *.a *.lib *.exe *.out *.app"),
  Go: lines("*.exe *.exe~ *.dll *.so *.dylib *.test *.out go.work go.work.sum .env"),
  Java: lines("*.class *.log *.ctxt .mtj.tmp/ *.jar *.war *.nar *.ear *.zip *.tar.gz *.rar hs_err_pid* replay_pid*"),
  Node: lines(
    "logs *.log npm-debug.log* pids *.pid lib-cov coverage .nyc_output node_modules/ *.tsbuildinfo .npm .eslintcache .env dist",
  ),
  Python: lines(
    "__pycache__/ *.py[cod] *.so build/ dist/ *.egg-info/ .tox/ .coverage htmlcov/ .pytest_cache/ .venv/ venv/ .mypy_cache/",
  ),
  Ruby: lines("*.gem *.rbc /.config /coverage/ /pkg/ /tmp/ .bundle/ /vendor/bundle .rvmrc"),
  Rust: lines("debug/ target/ **/*.rs.bk *.pdb"),
  Terraform: lines(".terraform/ *.tfstate *.tfstate.* crash.log *.tfvars override.tf override.tf.json .terraformrc terraform.rc"),
  Vim: lines("[._]*.s[a-v][a-z] [._]*.sw[a-p] Session.vim .netrwhist *~ tags"),
};

/** Images and commands of the jobs that a configuration has for a tool. */
const TOOLS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  Bash: ["busybox:latest", ['echo "Do a test here"']],
  "C++": ["gcc", ["g++ helloworld.cpp -o mybinary", "./mybinary"]],
  Chef: ["chef/chefdk:latest", ["chef exec cookstyle ."]],
  Clojure: ["clojure:lein-2.7.0", ["lein test"]],
  Composer: ["composer:latest", ["composer validate --strict"]],
  Crystal: ["crystallang/crystal:latest", ["shards install", "crystal spec -v"]],
  Dart: ["dart:latest", ["dart pub get", "dart test"]],
  Django: ["python:latest", ["pip install -r requirements.txt", "python manage.py test"]],
  Docker: ["docker:cli", ['docker build --pull -t "$CI_REGISTRY_IMAGE" .']],
  "dotNET-Core": ["mcr.microsoft.com/dotnet/sdk:latest", ["dotnet build", "dotnet test"]],
  Elixir: ["elixir:latest", ["mix deps.get", "mix test"]],
  Flutter: ["ghcr.io/cirruslabs/flutter:stable", ["flutter test"]],
  Go: ["golang:latest", ["go fmt ./...", "go vet ./...", "go test -race ./..."]],
  Gradle: ["gradle:alpine", ["gradle --build-cache assemble", "gradle check"]],
  Grails: ["gradle:jdk11", ["./gradlew check"]],
  Julia: ["julia:latest", ["julia --project=@. -e 'using Pkg; Pkg.test()'"]],
  LaTeX: ["texlive/texlive", ["latexmk -pdf"]],
  Laravel: ["php:latest", ["composer install", "php artisan test"]],
  Maven: ["maven:3-eclipse-temurin-17", ["mvn --batch-mode verify"]],
  Nodejs: ["node:latest", ["npm install", "npm test"]],
  OpenTofu: ["ghcr.io/opentofu/opentofu:latest", ["tofu init", "tofu validate"]],
  Packer: ["hashicorp/packer:latest", ["packer validate ."]],
  PHP: ["php:latest", ["vendor/bin/phpunit --configuration phpunit.xml"]],
  Python: ["python:latest", ["pip install tox", "tox"]],
  Ruby: ["ruby:latest", ["bundle install -j $(nproc)", "bundle exec rspec"]],
  Rust: ["rust:latest", ["cargo build --verbose", "cargo test --verbose"]],
  Scala: ["eclipse-temurin:17", ["sbt clean test"]],
  Swift: ["swift:latest", ["swift build", "swift test"]],
};

export const CI_CONFIGURATIONS: Templates = Object.fromEntries(
  Object.entries(TOOLS).map(([name, [image, script]]) => [
    name,
    `image: ${image}\n\ntest:\n  script:\n${script.map((line) => `    - ${JSON.stringify(line)}\n`).join("")}`,
  ]),
);
