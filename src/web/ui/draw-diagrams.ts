import mermaid from 'mermaid';

/** Draws Mermaid diagrams in the place of their source; a source with a fault stays readable as it is. */
export async function drawDiagrams(sources: readonly HTMLElement[], signal: AbortSignal): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    themeVariables: ownColours(),
    fontFamily: 'Inter Variable, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  });
  for (const [index, source] of sources.entries()) {
    const code = source.textContent ?? '';
    const drawn = await mermaid.render(`diagram-${Date.now()}-${index}`, code).catch(() => null);
    if (!drawn || signal.aborted) continue;
    const figure = document.createElement('div');
    figure.dataset.diagram = '';
    figure.innerHTML = drawn.svg;
    source.closest('pre')?.replaceWith(figure);
  }
}

/** The page's own colours, so that a diagram is readable in both themes. */
function ownColours(): Record<string, string | boolean> {
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
