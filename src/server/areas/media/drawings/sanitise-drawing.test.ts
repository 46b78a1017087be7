import { expect, test } from 'vitest';
import { isPlainDrawing } from './is-plain-drawing.ts';
import { sanitiseDrawing } from './sanitise-drawing.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const RECT = '<rect width="4" height="3"></rect>';
const svg = (inner: string, attributes = '') => `<svg ${XMLNS}${attributes}>${inner}</svg>`;

test.each([
  ['a script', svg(`<script>alert(1)</script>${RECT}`)],
  [
    'a script of another namespace',
    svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>${RECT}`),
  ],
  [
    'a script under a prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>1</s:script><s:rect width="4" height="3"/></s:svg>`,
  ],
  [
    'HTML in a drawing',
    svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body></foreignObject>${RECT}`),
  ],
  ['a style sheet', svg(`<style>rect{fill:url(https://a.test)}</style>${RECT}`)],
  ['a link', svg(`<a href="javascript:alert(1)"><rect width="9" height="9"/></a>${RECT}`)],
  ['a picture from elsewhere', svg(`<image href="https://a.test/x.png"/>${RECT}`)],
  ['an animation', svg(`<set attributeName="href" to="javascript:1"/>${RECT}`)],
  ['a handler', svg(RECT, ' onload="alert(1)"')],
  ['a handler of a shape', svg('<rect width="4" height="3" onclick="1"/>')],
  [
    'an address in paint',
    svg('<rect width="4" height="3" fill="url(https://a.test/#a)" stroke="ur\\6c(x)"/>'),
  ],
  ['an address in a style', svg('<rect width="4" height="3" style="fill:url(//a.test);behavior:url(#x)"/>')],
  [
    'comments and instructions',
    `<?xml version="1.0"?><?xml-stylesheet href="a.css"?><!-- a -->${svg(`<!-- b -->${RECT}`)}`,
  ],
  [
    'what programs note',
    svg(`<metadata><rdf xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#">x</rdf></metadata>${RECT}`),
  ],
])('%s is left out, the rest stays', (_what, given) => {
  const clean = sanitiseDrawing(given);
  expect(clean).toBe(svg(RECT));
  expect(isPlainDrawing(clean ?? '')).toBe(true);
});

test('what a style paints becomes attributes, and words stay words', () => {
  const clean = sanitiseDrawing(
    svg(
      '<title>A &lt;b&gt; &amp; c</title><rect style="fill: #f00; stroke:url(#g); font-size:9px" fill="blue"/>',
    ),
  );
  expect(clean).toBe(svg('<title>A &lt;b&gt; &amp; c</title><rect fill="#f00" stroke="url(#g)"></rect>'));
  expect(isPlainDrawing(clean ?? '')).toBe(true);
});

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['HTML', '<html><body/></html>'],
  ['a broken drawing', svg('<rect>')],
  [
    'an entity of its own',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<title>&x;</title>')}`,
  ],
  ['a drawing inside of another document', `<math>${svg(RECT)}</math>`],
  ['two drawings', svg(RECT) + svg(RECT)],
])('%s is no drawing', (_what, given) => {
  expect(sanitiseDrawing(given)).toBe(null);
});
