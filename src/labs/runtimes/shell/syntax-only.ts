import { Bash, type CommandName, defineCommand } from 'just-bash/browser';

/** `bash -n` and `sh -n`: whether a script can be read, without running it. All else is as it was. */
export const SYNTAX_ONLY = (['bash', 'sh'] as const).map((name) =>
  defineCommand(name, async (args, { cwd, fs, origCommand }) => {
    const [option, file] = args;
    if (option !== '-n' || file === undefined)
      return (await origCommand?.([...args])) ?? { stdout: '', stderr: '', exitCode: 127 };
    const path = fs.resolvePath(cwd, file);
    if (!(await fs.exists(path)))
      return { stdout: '', stderr: `${name}: ${file}: No such file or directory\n`, exitCode: 127 };
    try {
      new Bash({ commands: [name as CommandName] }).transform(await fs.readFile(path));
      return { stdout: '', stderr: '', exitCode: 0 };
    } catch (error) {
      const said = error instanceof Error ? error.message : 'syntax error';
      return { stdout: '', stderr: `${name}: ${file}: ${said}\n`, exitCode: 2 };
    }
  }),
);
