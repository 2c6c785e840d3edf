import type { Instruction } from './program.ts'

/** The characters of a text, and whether `^` and `$` match at every line. */
export interface Characters {
  readonly all: readonly string[]
  readonly multiline: boolean
}

/** Start and end of the match and of each group, as positions in the characters; -1 for a group that did not match. */
export type Captures = readonly number[]

/** A counter that takes steps for the work of the matcher. */
export interface Steps {
  charge(steps: number): void
}

/** Returns whether `^` matches at a position. */
export const isStart = ({ all, multiline }: Characters, position: number): boolean =>
  position === 0 || (multiline && all[position - 1] === '\n')

/** Returns whether `$` matches at a position. */
export const isEnd = ({ all, multiline }: Characters, position: number): boolean =>
  position === all.length || (multiline && all[position] === '\n')

/** Returns the number of positions that the groups of a program have. */
export const slotsOf = (program: readonly Instruction[]): number =>
  Math.max(...program.map((step) => (step.is === 'save' ? step.slot + 1 : 0)))

interface Threads {
  readonly programCounters: number[]
  readonly captures: Captures[]
  readonly seen: Uint8Array
}

/**
 * Returns the first match from a position on; undefined when there is none. All alternatives advance together by one
 * character, without backtracking, so the time is proportional to the length of the text times the length of the
 * program.
 */
export function findMatch(
  program: readonly Instruction[],
  { all, multiline }: Characters,
  from: number,
  steps: Steps,
): Captures | undefined {
  const slots = slotsOf(program)
  let current = newThreads(program.length)
  let result: Captures | undefined
  for (let position = from; position <= all.length; position++) {
    if (result === undefined) {
      const none = new Array<number>(slots).fill(-1)
      steps.charge(addThread(program, current, { counter: 0, captures: none }, { all, multiline }, position))
    }
    steps.charge(1 + current.programCounters.length + (program.length >> 4))
    const next = newThreads(program.length)
    for (let index = 0; index < current.programCounters.length; index++) {
      const instruction = program[current.programCounters[index]!]!
      if (instruction.is === 'match') {
        result = current.captures[index]
        break
      }
      if (instruction.is !== 'character' || position === all.length || !instruction.matches(all[position]!)) continue
      const thread = { counter: current.programCounters[index]! + 1, captures: current.captures[index]! }
      steps.charge(addThread(program, next, thread, { all, multiline }, position + 1))
    }
    current = next
    if (result !== undefined && current.programCounters.length === 0) break
  }
  return result
}

function newThreads(size: number): Threads {
  return { programCounters: [], captures: [], seen: new Uint8Array(size) }
}

interface Thread {
  readonly counter: number
  readonly captures: Captures
}

/**
 * Adds a thread and follows jumps, splits, saves and anchors to the next instruction that reads a character. Returns
 * the number of steps.
 */
function addThread(
  program: readonly Instruction[],
  threads: Threads,
  start: Thread,
  { all, multiline }: Characters,
  position: number,
): number {
  const open: Thread[] = [start]
  for (let steps = 0; ; steps++) {
    const top = open.pop()
    if (top === undefined) return steps >> 1
    const { counter, captures } = top
    if (threads.seen[counter] === 1) continue
    threads.seen[counter] = 1
    const instruction = program[counter]!
    if (instruction.is === 'jump') open.push({ counter: instruction.next, captures })
    else if (instruction.is === 'split') {
      open.push({ counter: instruction.other, captures }, { counter: instruction.next, captures })
    } else if (instruction.is === 'save') {
      open.push({ counter: counter + 1, captures: captures.with(instruction.slot, position) })
    } else if (instruction.is === 'start') {
      if (isStart({ all, multiline }, position)) open.push({ counter: counter + 1, captures })
    } else if (instruction.is === 'end') {
      if (isEnd({ all, multiline }, position)) open.push({ counter: counter + 1, captures })
    } else {
      threads.programCounters.push(counter)
      threads.captures.push(captures)
    }
  }
}
