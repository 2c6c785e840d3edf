import { isStart } from '../model/index.ts'
import type { Environment, LoadedProgram } from './environment.ts'
import { Failure, StartRefused } from './failure.ts'
import { Run } from './run.ts'
import { addToken, openScope } from './scopes.ts'
import { type State, stateFormat, type Token } from './state.ts'
import type { Stimulus } from './stimulus.ts'

/** Creates an instance with its first tokens. Throws StartRefused. */
export function startInstance(
  loaded: LoadedProgram,
  environment: Environment,
  { at, variables = {}, caughtByParent }: Extract<Stimulus, { type: 'start' }>,
): Run {
  const declared = loaded.program.scopes[0]!.variables.map(({ name, isArray }) => [name, isArray ? [] : null] as const)
  const state: State = {
    format: stateFormat,
    status: 'running',
    nextNumber: 0,
    variables: { ...Object.fromEntries(declared), ...variables },
    tokens: [],
    scopes: [],
    waits: [],
    ready: [],
    visits: 0,
    ...(caughtByParent !== undefined && { caughtByParent }),
  }
  const run = new Run(loaded, environment, state)
  const entries = entriesOf(loaded, at)
  run.effects.push({ type: 'variablesChanged', holder: 'instance', values: run.variables })
  try {
    const scope = openScope(run, 0, undefined)
    for (const entry of entries) addToken(run, scope.id, entry, startingAt(run, entry))
  } catch (error) {
    if (error instanceof Failure) throw new StartRefused(error.message, { cause: error })
    throw error
  }
  return run
}

/** Returns the phase of a first token: `leave` at a receive task, because its message has started the instance. */
const startingAt = (run: Run, entry: number): Pick<Token, 'phase'> =>
  run.program.nodes[entry]!.isInstantiating === true ? { phase: 'leave' } : {}

function entriesOf({ program }: LoadedProgram, at: string | undefined): readonly number[] {
  const { entries, nodes } = program.scopes[0]!
  if (at === undefined) {
    if (entries.length === 0)
      throw new StartRefused(
        'the process has no start event without an event definition; it can only be started by an event',
      )
    return entries
  }
  const start = nodes.find((node) => program.nodes[node]!.id === at && isStart(program.nodes[node]!))
  if (start === undefined) throw new StartRefused(`"${at}" is not a start event of the process`)
  return [start]
}
