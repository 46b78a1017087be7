/** A language that code blocks are colored in. */
export interface CodeLanguage {
  /** As a code block names it. */
  readonly id: string;
  readonly name: string;
  /** Other words that mean it, in a code block, too. */
  readonly aliases: string;
}

/** What most blocks are written in, the most common first. */
const COMMON =
  'js ts python sql sh html css json yaml java c cpp csharp go rust php ruby kotlin swift r powershell xml md diff';

/** As the highlighter knows them: what a block names, its name, and other words. A test compares both. */
const KNOWN = `
abap|ABAP
actionscript-3|ActionScript|actionscript as3
ada|Ada
ahk|AutoHotkey|ahk1
ahk2|AutoHotkey2
angular-html|Angular HTML
angular-ts|Angular TypeScript
apache|Apache Conf
apex|Apex
apl|APL
applescript|AppleScript
ara|Ara
asciidoc|AsciiDoc|adoc
asm|Assembly
astro|Astro
awk|AWK
ballerina|Ballerina
bat|Batch File|batch cmd
beancount|Beancount
berry|Berry|be
bibtex|BibTeX
bicep|Bicep
bird2|BIRD2 Configuration|bird
blade|Blade
bsl|1C (Enterprise)|1c
c|C
c3|C3
cadence|Cadence|cdc
cairo|Cairo
chapel|Chapel|chpl
clarity|Clarity
clojure|Clojure|clj
cmake|CMake
cobol|COBOL
codeowners|CODEOWNERS
codeql|CodeQL|ql
coffee|CoffeeScript|coffeescript
lisp|Common Lisp|common-lisp
coq|Rocq
cpp|C++|c++
crystal|Crystal
csharp|C#|c# cs
css|CSS
csv|CSV
cue|CUE
cypher|Cypher|cql
d|D
dart|Dart
dax|DAX
desktop|Desktop
diff|Diff
dockerfile|Dockerfile|docker
dotenv|dotEnv
dream-maker|Dream Maker
edge|Edge
elixir|Elixir
elm|Elm
emacs-lisp|Emacs Lisp|elisp
erb|ERB
erlang|Erlang|erl
fennel|Fennel
fish|Fish
fluent|Fluent|ftl
fortran-fixed-form|Fortran (Fixed Form)|f for f77
fortran-free-form|Fortran (Free Form)|f90 f95 f03 f08 f18
fsharp|F#|f# fs
gdresource|GDResource|tscn tres
gdscript|GDScript|gd
gdshader|GDShader
genie|Genie
gherkin|Gherkin
git-commit|Git Commit Message
git-rebase|Git Rebase Message
gleam|Gleam
glimmer-js|Glimmer JS|gjs
glimmer-ts|Glimmer TS|gts
glsl|GLSL
gn|GN
gnuplot|Gnuplot
go|Go
graphql|GraphQL|gql
groovy|Groovy
hack|Hack
haml|Ruby Haml
handlebars|Handlebars|hbs
haskell|Haskell|hs
haxe|Haxe
hcl|HashiCorp HCL
hjson|Hjson
hlsl|HLSL
html|HTML
html-derivative|HTML (Derivative)
http|HTTP
hurl|Hurl
hxml|HXML
hy|Hy
imba|Imba
ini|INI|properties
java|Java
js|JavaScript|javascript cjs mjs
jinja|Jinja
jison|Jison
json|JSON
json5|JSON5
jsonc|JSON with Comments
jsonl|JSON Lines
jsonnet|Jsonnet
jssm|JSSM|fsl
jsx|JSX
julia|Julia|jl
just|Just|justfile
kdl|KDL
kotlin|Kotlin|kt kts
kusto|Kusto|kql
latex|LaTeX
lean|Lean 4|lean4
less|Less
liquid|Liquid
llvm|LLVM IR
log|Log file
logo|Logo
lua|Lua
luau|Luau
makefile|Makefile|make
md|Markdown|markdown
marko|Marko
matlab|MATLAB
mdc|MDC
mdx|MDX
mipsasm|MIPS Assembly|mips
mojo|Mojo
moonbit|MoonBit|mbt mbti
move|Move
narrat|Narrat Language|nar
nextflow|Nextflow|nf
nextflow-groovy|Nextflow Groovy
nginx|Nginx
nim|Nim
nix|Nix
nsis|NSIS
nushell|nushell|nu
objective-c|Objective-C|objc
objective-cpp|Objective-C++
ocaml|OCaml
odin|Odin
openscad|OpenSCAD|scad
org|Org Markup
pascal|Pascal
perl|Perl
php|PHP
pkl|Pkl
plsql|PL/SQL
po|Gettext PO|pot potx
polar|Polar
postcss|PostCSS
powerquery|PowerQuery
powershell|PowerShell|ps ps1 pwsh
prisma|Prisma
prolog|Prolog
proto|Protocol Buffer 3|protobuf
pug|Pug|jade
puppet|Puppet
purescript|PureScript
python|Python|py
qml|QML
qmldir|QML Directory
qss|Qt Style Sheets
r|R
racket|Racket
raku|Raku|perl6
razor|ASP.NET Razor
rbs|RBS|ruby-signature
reg|Windows Registry Script
regexp|RegExp|regex
rel|Rel
riscv|RISC-V
ron|RON
rosmsg|ROS Interface
rst|reStructuredText
ruby|Ruby|rb
rust|Rust|rs
sas|SAS
sass|Sass
scala|Scala
scheme|Scheme
scss|SCSS
sdbl|1C (Query)|1c-query
shaderlab|ShaderLab|shader
sh|Shell|shellscript bash shell zsh
shellsession|Shell Session|console
smalltalk|GNU Smalltalk
smithy|Smithy
solidity|Solidity
soy|Closure Templates|closure-templates
sparql|SPARQL
splunk|Splunk Query Language|spl
sql|SQL
ssh-config|SSH Config
stata|Stata
stylus|Stylus|styl
surrealql|SurrealQL|surql
svelte|Svelte
swift|Swift
system-verilog|SystemVerilog
systemd|Systemd Units
talonscript|TalonScript|talon
tasl|Tasl
tcl|Tcl
templ|Templ
terraform|Terraform|tf tfvars
tex|TeX
toml|TOML
ts-tags|TypeScript with Tags|lit
tsv|TSV
tsx|TSX
turtle|Turtle
twig|Twig
ts|TypeScript|typescript cts mts
typespec|TypeSpec|tsp
typst|Typst|typ
v|V
vala|Vala
vb|Visual Basic
verilog|Verilog
vhdl|VHDL
viml|Vim Script|vim vimscript
vue|Vue
vue-html|Vue HTML
vue-vine|Vue Vine
vyper|Vyper|vy
wasm|WebAssembly
wenyan|Wenyan
wgsl|WGSL
wikitext|Wikitext|mediawiki wiki
wit|WebAssembly Interface Types
wolfram|Wolfram|wl
xml|XML
xsl|XSL
yaml|YAML|yml
zenscript|ZenScript
zig|Zig
`;

/** Every language that the highlighter knows, the common ones first. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = inOrder(
  KNOWN.trim()
    .split('\n')
    .map((line) => {
      const [id = '', name = '', aliases = ''] = line.split('|');
      return { id, name, aliases: `${id} ${aliases}` };
    }),
);

/** The language that a code block names, in whichever of its words. */
export function codeLanguage(word: string): CodeLanguage | undefined {
  const wanted = word.toLowerCase();
  return CODE_LANGUAGES.find(({ aliases }) => aliases.split(' ').includes(wanted));
}

function inOrder(all: readonly CodeLanguage[]): CodeLanguage[] {
  const common = COMMON.split(' ');
  const rank = ({ id }: CodeLanguage) => (common.includes(id) ? common.indexOf(id) : common.length);
  return [...all].sort((one, other) => rank(one) - rank(other));
}
