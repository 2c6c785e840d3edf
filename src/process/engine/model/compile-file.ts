import type { ModdleElement } from 'bpmn-moddle'
import { type ModelProblem, type ModelProblems, ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import { compileProcess } from './compile-process.ts'
import { attribute } from './element-context.ts'
import { type ElementReader, listOf } from './element-reader.ts'
import type { ExpressionLanguage } from './expression-language.ts'
import { ForeignExtensions } from './foreign-extensions.ts'
import type { Program } from './program.ts'
import { readBpmnXml } from './xml/read-xml.ts'

/** Returns the problem of each script; undefined for a script that can be compiled. */
type CheckScripts = (
  scripts: readonly string[],
) => Promise<readonly ({ readonly line: number; readonly message: string } | undefined)[]>

export interface FileOptions {
  /** Checks the scripts; if absent, scripts are not checked. */
  readonly checkScripts?: CheckScripts
  /** Receives what is probably a mistake and does not prevent publication. */
  readonly onWarning?: (warning: ModelProblem) => void
  /** Receives each part of an expression that can only be null. */
  readonly onMistake?: (mistake: ModelProblem) => void
}

/**
 * Compiles a BPMN file and returns one program for each process with elements. A pool without a process is
 * documentation. Throws ModelRefused.
 */
export async function compileFile(
  bytes: Uint8Array,
  readers: readonly ElementReader[],
  language: ExpressionLanguage,
  { checkScripts, onWarning, onMistake }: FileOptions = {},
): Promise<readonly Program[]> {
  const { definitions, problems } = await readBpmnXml(bytes)
  const roots = listOf(definitions, 'rootElements')
  const processes = roots.filter((root) => root.$type === 'bpmn:Process' && listOf(root, 'flowElements').length > 0)
  if (processes.length === 0) problems.add(undefined, 'the file contains no process with elements')
  const readersByType = new Map(readers.flatMap((reader) => reader.types.map((type) => [type, reader] as const)))
  const expressionLanguage = attribute(definitions, 'expressionLanguage')
  if (expressionLanguage !== undefined && !/feel|XPath/i.test(expressionLanguage)) {
    problems.add(
      definitions.id,
      `expressionLanguage="${expressionLanguage}" is not supported; write expressions in FEEL`,
    )
  }
  const foreign = new ForeignExtensions(definitions, problems)
  const programs = processes.map((process) =>
    compileProcess(process, poolOf(process, roots), { readers: readersByType, language, problems, foreign }),
  )
  if (checkScripts !== undefined) await addScriptProblems(programs, checkScripts, problems)
  if (problems.list.length > 0) throw new ModelRefused(problems.list)
  for (const warning of problems.warnings) onWarning?.(warning)
  for (const mistake of problems.mistakes) onMistake?.(mistake)
  return deepFreeze(programs)
}

async function addScriptProblems(
  programs: readonly Program[],
  checkScripts: CheckScripts,
  problems: ModelProblems,
): Promise<void> {
  const found = programs.flatMap(({ nodes }) =>
    nodes.flatMap(({ id, settings: { script } }) => (typeof script === 'string' ? [{ id, script }] : [])),
  )
  if (found.length === 0) return
  const results = await checkScripts(found.map(({ script }) => script))
  for (const [index, problem] of results.entries())
    if (problem !== undefined) problems.add(found[index]!.id, `script, line ${problem.line}: ${problem.message}`)
}

function poolOf(process: ModdleElement, roots: readonly ModdleElement[]): ModdleElement | undefined {
  return roots
    .filter(({ $type }) => $type === 'bpmn:Collaboration')
    .flatMap((collaboration) => listOf(collaboration, 'participants'))
    .find((participant) => (participant.processRef as ModdleElement | undefined)?.id === process.id)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
