import { createHash } from 'node:crypto'
import { codePattern, foldCode } from '../../../foundation/kit/codes.ts'
import { type ModelProblem, ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import { checkScripts } from '../../../foundation/sandbox/index.ts'
import { compileProcesses, type Program } from '../../engine/index.ts'
import { processLanguage } from '../language/process-language.ts'
import { type TemplateUse, usesOfProgram } from './template-uses.ts'

/** Maximum length of the code of a template. */
export const maxCodeChars = 63
export const templateCode = new RegExp(`^${codePattern}$`)

/** A BPMN file compiled for publication. */
export interface CompiledFile {
  readonly bytes: Uint8Array
  readonly hash: string
  /** Templates, one for each process of the file. The first has the code of the file. */
  readonly templates: readonly CompiledTemplate[]
  /** What is probably a mistake in the file. */
  readonly warnings: readonly ModelProblem[]
  /** Parts of expressions that can only be null: problems where the installation is strict, otherwise warnings. */
  readonly mistakes: readonly ModelProblem[]
}

export interface CompiledTemplate {
  readonly code: string
  readonly name: string
  readonly program: Program
  readonly uses: readonly TemplateUse[]
}

/** Returns the SHA-256 of a file in hex. */
export const hashOfFile = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Compiles the file of the template `code`. The only process of a file becomes this template. In a file with several
 * processes, the process whose id is the code becomes this template, or else the first process. Each other process
 * becomes the template `<code>_<process id>`, with `_` for characters that a code cannot contain. Throws
 * ModelRefused.
 */
export async function compileTemplates(bytes: Uint8Array, code: string): Promise<CompiledFile> {
  const warnings: ModelProblem[] = []
  const mistakes: ModelProblem[] = []
  const programs = await compileProcesses(bytes, processLanguage, {
    checkScripts,
    onWarning: (warning) => void warnings.push(warning),
    onMistake: (mistake) => void mistakes.push(mistake),
  })
  const main = programs.find(({ process }) => process === code) ?? programs[0]!
  const rest = programs.filter((program) => program !== main)
  const templates = [compiled(main, code), ...rest.map((program) => compiled(program, `${code}_${codeOf(program)}`))]
  const problems = templates.flatMap((one) => codeProblems(one, templates))
  if (problems.length > 0) throw new ModelRefused(problems)
  return { bytes, hash: hashOfFile(bytes), templates, warnings, mistakes }
}

function compiled(program: Program, code: string): CompiledTemplate {
  const name = (program.name ?? program.pool ?? code).slice(0, 200)
  return { code, name, program, uses: usesOfProgram(program) }
}

const codeOf = ({ process }: Program): string => process.replaceAll(/[^A-Za-z0-9_]/g, '_')

function codeProblems({ code, program }: CompiledTemplate, all: readonly CompiledTemplate[]): ModelProblem[] {
  const refuse = (why: string): ModelProblem[] => [
    { elementId: program.process, message: `the code of this process would be "${code.slice(0, 200)}", ${why}` },
  ]
  if (!templateCode.test(code) || code.length > maxCodeChars)
    return refuse(`which has more than ${maxCodeChars} characters; shorten the id of the process`)
  const isRepeated = all.some((one) => one.program !== program && foldCode(one.code) === foldCode(code))
  return isRepeated ? refuse('which another process of the file has; change the id of the process') : []
}
