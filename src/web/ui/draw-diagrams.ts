import mermaid from 'mermaid';

/** Draws Mermaid diagrams in the place of their source; a source with a fault stays readable as it is. */
export async function drawDiagrams(sources: readonly HTMLElement[], signal: AbortSignal): Promise<void> {
  const dark = document.documentElement.dataset.colorScheme === 'dark';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
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
