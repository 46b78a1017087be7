/** Each runs something in a reader's browser, or reaches another host, where it is not cleaned. */
export const HOSTILE_HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="vbscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<link rel=stylesheet href=//evil.test>',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<base href=//evil.test>',
  '<style>@import "//evil.test"</style>',
  '<p onclick="alert(1)">x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
] as const;

/** What a browser would act upon, in the markup alone. */
export const RUNS =
  /<(?:script|iframe|object|embed|svg|style|link|meta|base|form|button|textarea|input|video|audio|source|details|marquee|noscript|template)\b|\son\w+\s*=|javascript:|vbscript:|data:text|srcdoc|formaction/i;

/** Text between tags is data: only tags and their attributes can run. */
export function tagsOf(html: string): string {
  return (html.match(/<[a-z/][^>]*>/gi) ?? []).join('').replace(/(alt|title|id|class)="[^"]*"/g, '');
}
