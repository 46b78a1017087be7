/** What belongs together in a file of SQL: comments, quoted text and names, dollar-quoted bodies, or one character. */
const PIECE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|[A-Za-z_][\w$]*|[\s\S]/g;
const COMMENT = /^(?:--|\/\*)/;

/**
 * The statements of a file, one by one, without comments. Sent as one text they would be one transaction. Nested comments
 * and bodies that begin with `begin atomic` are not understood.
 */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ';') statements.push('');
    else statements.push((statements.pop() ?? '') + (COMMENT.test(piece) ? ' ' : piece));
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
