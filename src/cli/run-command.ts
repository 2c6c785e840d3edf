import { parseArgs } from 'node:util'
import { apply } from './apply.ts'
import { type Command, helpOf, parseOptions } from './command.ts'
import { drift } from './drift.ts'
import { exportSolution } from './export.ts'
import { importFile } from './import.ts'
import { password } from './password.ts'
import { plan } from './plan.ts'
import { serve } from './serve.ts'
import { tokenCreate } from './token-create.ts'
import { verify } from './verify.ts'

const commands: readonly Command[] = [
  serve,
  plan,
  apply,
  drift,
  exportSolution,
  importFile,
  password,
  tokenCreate,
  verify,
]

/** Runs `chancery …` and gives its exit code: 0 done, 1 failed (or drift), 2 not understood. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word))
  if (command === undefined) {
    const asked = words[0] === undefined || words[0] === '--help' || words[0] === '-h' || words[0] === 'help'
    if (!asked) console.error(`chancery: there is no command "${words[0]}"\n`)
    const print = asked ? console.log : console.error
    print(
      [
        'chancery COMMAND [--help]',
        '',
        ...commands.map(({ usage, summary }) => `  ${usage.padEnd(22)}${summary}`),
      ].join('\n'),
    )
    return asked ? 0 : 2
  }
  try {
    const parsed = parseArgs({
      args: words.slice(command.name.split(' ').length),
      options: parseOptions(command),
      allowPositionals: true,
    })
    if (parsed.values.help === true) {
      console.log(helpOf(command))
      return 0
    }
    return await command.run({ words: parsed.positionals, options: parsed.values as Record<string, string | boolean> })
  } catch (error) {
    console.error(`chancery ${command.name}: ${error instanceof Error ? error.message : String(error)}`)
    const code = (error as { code?: string }).code
    return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS') ? 2 : 1
  }
}
