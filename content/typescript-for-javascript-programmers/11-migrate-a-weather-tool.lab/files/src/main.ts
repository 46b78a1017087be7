import { report } from "./report.js";

/** `args` are the words of the command line, and `read` answers the text of a file. */
export function main(args, read) {
  const readings = JSON.parse(read(args[0]));
  return { output: report(readings, args[1] || "C"), exit: 0 };
}
