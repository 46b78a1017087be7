import mermaid from 'mermaid';
import { upToDate } from './up-to-date.ts';

/** The source of each diagram that stands on a page, for drawing it again in the other theme's colors. */
const sources = new Map<HTMLElement, string>();
let drawings = 0;
/** How often the colors were set. */
let colors = 0;

/** Draws Mermaid diagrams in the place of their source, and again when the theme changes. A faulty source stays text. */
export async function drawDiagrams(blocks: readonly HTMLElement[], signal: AbortSignal): Promise<void> {
  watchTheme();
  for (const block of blocks) {
    const source = block.textContent ?? '';
    // It is drawn again with the others only once it stands there.
    const svg = await upToDate(
      () => draw(source),
      () => colors,
    );
    if (!svg || signal.aborted) continue;
    const figure = document.createElement('div');
    figure.dataset.diagram = '';
    figure.innerHTML = svg;
    block.closest('pre')?.replaceWith(figure);
    sources.set(figure, source);
  }
}

async function draw(source: string): Promise<string | null> {
  drawings += 1;
  const drawn = await mermaid.render(`diagram-${drawings}`, source).catch(() => null);
  return drawn?.svg ?? null;
}

let watching = false;

function watchTheme(): void {
  if (watching) return;
  watching = true;
  setColors();
  new MutationObserver(drawAgain).observe(document.documentElement, {
    attributeFilter: ['data-color-scheme', 'data-accent'],
  });
}

async function drawAgain(): Promise<void> {
  setColors();
  for (const [figure, source] of sources) {
    if (!figure.isConnected) {
      sources.delete(figure);
      continue;
    }
    const svg = await draw(source);
    if (svg) figure.innerHTML = svg;
  }
}

function setColors(): void {
  colors += 1;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    themeVariables: ownColors(),
    fontFamily: 'Inter Variable, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  });
}

/** The page's own colors, so that a diagram is readable in both themes. */
function ownColors(): Record<string, string | boolean> {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const [ink, line, paper, sunken, surface] = ['ink', 'line-input', 'paper', 'sunken', 'surface'].map(
    token,
  ) as [string, string, string, string, string];
  return {
    darkMode: document.documentElement.dataset.colorScheme === 'dark',
    background: paper,
    primaryColor: surface,
    primaryTextColor: ink,
    primaryBorderColor: line,
    secondaryColor: sunken,
    secondaryTextColor: ink,
    tertiaryColor: sunken,
    tertiaryTextColor: ink,
    lineColor: line,
    textColor: ink,
    mainBkg: surface,
    nodeBorder: line,
    edgeLabelBackground: paper,
    noteBkgColor: sunken,
    noteTextColor: ink,
    noteBorderColor: line,
    rowOdd: surface,
    rowEven: sunken,
    attributeBackgroundColorOdd: surface,
    attributeBackgroundColorEven: sunken,
  };
}
