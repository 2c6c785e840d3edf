import { type Captures, type Characters, isEnd, isStart, type Steps, slotsOf } from './matcher.ts'
import type { Instruction } from './program.ts'

/** A state of the search: the next instruction, the position in the text, and the groups so far. */
interface State {
  readonly counter: number
  readonly position: number
  readonly captures: Captures
}

/** Cost of one state in steps; a state is kept until the search ends. */
const stateSteps = 4

/**
 * Searches a text for the first match of a compiled pattern with back references, from the position `from` on. Returns
 * undefined if nothing matches. The work can grow exponentially with the length of the text, so each step is charged to
 * the budget of the evaluation.
 */
export function findByBacktracking(
  program: readonly Instruction[],
  subject: Characters,
  from: number,
  steps: Steps,
): Captures | undefined {
  const captures = new Array<number>(slotsOf(program)).fill(-1)
  for (let position = from; position <= subject.all.length; position++) {
    const found = matchAt(program, subject, { counter: 0, position, captures }, steps)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the match that begins at the position of a state. Tries the alternatives in the order of the pattern. */
function matchAt(
  program: readonly Instruction[],
  subject: Characters,
  first: State,
  steps: Steps,
): Captures | undefined {
  // A state that was tried before has failed. This also ends loops that match nothing.
  const tried = new Set<string>()
  const open: State[] = [first]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    steps.charge(stateSteps)
    const { counter, position, captures } = state
    const key = `${counter},${position},${captures.join()}`
    if (tried.has(key)) continue
    tried.add(key)
    const instruction = program[counter]!
    if (instruction.is === 'match') return captures
    if (instruction.is === 'split') open.push({ ...state, counter: instruction.other })
    const next = nextState(instruction, state, subject, steps)
    if (next !== undefined) open.push(next)
  }
  return undefined
}

/** Returns the state after an instruction; undefined when the instruction does not match. */
function nextState(
  instruction: Instruction,
  { counter, position, captures }: State,
  subject: Characters,
  steps: Steps,
): State | undefined {
  const after = { counter: counter + 1, position, captures }
  switch (instruction.is) {
    case 'character': {
      const isMatch = position < subject.all.length && instruction.matches(subject.all[position]!)
      return isMatch ? { ...after, position: position + 1 } : undefined
    }
    case 'start':
      return isStart(subject, position) ? after : undefined
    case 'end':
      return isEnd(subject, position) ? after : undefined
    case 'save':
      return { ...after, captures: captures.with(instruction.slot, position) }
    case 'reference': {
      // A reference to a group that has matched nothing matches the empty text.
      const [start, end] = [captures[instruction.group * 2]!, captures[instruction.group * 2 + 1]!]
      const length = end < 0 ? 0 : end - start
      steps.charge(length)
      for (let index = 0; index < length; index++) {
        const other = subject.all[position + index]
        if (other === undefined || !instruction.isSame(subject.all[start + index]!, other)) return undefined
      }
      return { ...after, position: position + length }
    }
    case 'split':
    case 'jump':
      return { ...after, counter: instruction.next }
    case 'match':
      return undefined
  }
}
