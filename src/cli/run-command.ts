import { parseArgs } from 'node:util'
import { productVersion } from '../foundation/http/product-version.ts'
import { helpOf, parseOptions } from './command.ts'
import { commands } from './commands.ts'

/**
 * Runs `chancery …` and returns its exit code: the code of the command, which is 0 for success; 1 when the command
 * throws an error; 2 for an unknown command or option.
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  if (words[0] === '--version' || words[0] === '-v') {
    console.log(productVersion)
    return 0
  }
  const entry = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word))
  if (entry === undefined) {
    const asked = words[0] === undefined || words[0] === '--help' || words[0] === '-h' || words[0] === 'help'
    if (!asked) console.error(`chancery: there is no command "${words[0]}"\n`)
    const print = asked ? console.log : console.error
    print(
      [
        'chancery COMMAND [--help]',
        'chancery --version',
        '',
        ...commands.map(({ usage, summary }) => `  ${usage.padEnd(22)}${summary}`),
      ].join('\n'),
    )
    return asked ? 0 : 2
  }
  try {
    const command = await entry.load()
    const parsed = parseArgs({
      args: words.slice(entry.name.split(' ').length),
      options: parseOptions(command),
      allowPositionals: true,
    })
    if (parsed.values.help === true) {
      console.log(helpOf(entry, command))
      return 0
    }
    return await command.run({ words: parsed.positionals, options: parsed.values as Record<string, string | boolean> })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
    // Node adds advice about positional arguments to the sentence about an unknown option.
    const [sentence] = message.split('. To specify a positional argument')
    console.error(`chancery ${entry.name}: ${sentence}${isUsage ? `; see chancery ${entry.name} --help` : ''}`)
    return isUsage ? 2 : 1
  }
}
