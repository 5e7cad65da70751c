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

/** A license as it is chosen for a project. */
export interface License {
  readonly key: string;
  readonly name: string;
  readonly nickname: string | null;
  readonly popular: boolean;
  readonly html_url: string;
  readonly description: string;
  readonly conditions: readonly string[];
  readonly permissions: readonly string[];
  readonly limitations: readonly string[];
  /** `[year]` and `[fullname]` stand for what a request names. */
  readonly content: string;
}

const PERMISSIONS = ["commercial-use", "modifications", "distribution", "private-use"];

const MIT_REST = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

const BSD_HEAD = `Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this
   list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.
`;

const BSD_THIRD = `
3. Neither the name of the copyright holder nor the names of its
   contributors may be used to endorse or promote products derived from
   this software without specific prior written permission.
`;

const BSD_REST = `
THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`;

const ISC_REST = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`;

/** A permissive license, of which servers say the same but for name, words and text. */
const permissive = (key: string, name: string, description: string, content: string, permissions = PERMISSIONS): License => ({
  key,
  name,
  nickname: null,
  popular: key === "mit",
  html_url: `http://choosealicense.com/licenses/${key}/`,
  description,
  conditions: ["include-copyright"],
  permissions,
  limitations: ["liability", "warranty"],
  content,
});

/** Licenses that a server offers. */
export const LICENSES: readonly License[] = [
  permissive(
    "bsd-2-clause",
    'BSD 2-Clause "Simplified" License',
    "A permissive license that comes in two variants, the BSD 2-Clause and BSD 3-Clause. Both have very minute differences to the MIT license.",
    `BSD 2-Clause License\n\nCopyright (c) [year], [fullname]\n\n${BSD_HEAD}${BSD_REST}`,
  ),
  permissive(
    "bsd-3-clause",
    'BSD 3-Clause "New" or "Revised" License',
    "A permissive license similar to the BSD 2-Clause License, but with a 3rd clause that prohibits others from using the name of the copyright holder or its contributors to promote derived products without written consent.",
    `BSD 3-Clause License\n\nCopyright (c) [year], [fullname]\n\n${BSD_HEAD}${BSD_THIRD}${BSD_REST}`,
  ),
  permissive(
    "isc",
    "ISC License",
    "A permissive license lets people do anything with your code with proper attribution and without warranty. The ISC license is functionally equivalent to the BSD 2-Clause and MIT licenses.",
    `ISC License\n\nCopyright (c) [year] [fullname]\n\n${ISC_REST}`,
    ["commercial-use", "distribution", "modifications", "private-use"],
  ),
  permissive(
    "mit",
    "MIT License",
    "A short and simple permissive license with conditions only requiring preservation of copyright and license notices. Licensed works, modifications, and larger works may be distributed under different terms and without source code.",
    `MIT License\n\nCopyright (c) [year] [fullname]\n\n${MIT_REST}`,
  ),
];
