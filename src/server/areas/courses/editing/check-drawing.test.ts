import { expect, test } from 'vitest';
import { checkDrawing } from './check-drawing.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 4 4"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
const check = (drawing: string) => () => checkDrawing(drawing);

test.each([
  svg('<rect width="4" height="4" fill="#abc"/>'),
  `<?xml version="1.0" encoding="UTF-8"?>\n${svg('<!-- shapes -->\n<title>A &amp; B</title>\n<g opacity=".5"><path d="M0 0h4v4z"/></g>\n')}\n`,
  svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><circle r=\'2\' fill="url(#a)"/>',
  ),
])('a drawing of shapes is taken', (drawing) => {
  expect(check(drawing)).not.toThrow();
});

test.each([
  '<html></html>',
  '',
  svg('<script>alert(1)</script>'),
  svg('<rect onload="alert(1)"/>'),
  svg('<rect width="4"onload="alert(1)"/>'),
  svg('', 'onload="alert(1)"'),
  '<svg/onload="alert(1)"></svg>',
  svg('<a href="javascript:alert(1)"><rect/></a>'),
  svg('<use href="https://evil.test/x.svg#a"/>'),
  svg('<image xlink:href="https://evil.test/x.png"/>'),
  svg('<foreignObject><iframe/></foreignObject>'),
  svg('<style>@import "https://evil.test"</style>'),
  svg('<rect style="fill:url(https://evil.test)"/>'),
  svg('<rect fill="url(https://evil.test/#a)"/>'),
  svg('<rect fill="url( \'//evil.test\' )"/>'),
  svg('<rect fill="u\\72l(//evil.test)"/>'),
  svg('<rect fill="&#117;rl(//evil.test)"/>'),
  svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
  svg('<set attributeName="onload" to="alert(1)"/>'),
  `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`,
  `<?xml version="1.0"?><?xml-stylesheet href="//evil.test"?>${svg('')}`,
  svg('<![CDATA[<script>alert(1)</script>]]>'),
  svg('<!-- --><script>alert(1)</script><!-- -->'),
  svg('<title>&evil;</title>'),
  svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  svg('<rect width="4', ''),
  svg(`<path d="${'M0 0'.repeat(20_000)}"/>`),
])('what is no plain drawing is refused: %s', (drawing) => {
  expect(check(drawing)).toThrow(/must be a plain SVG drawing/);
});
