import type { Pattern } from './syntax.ts'

/** One instruction of the matcher. `next` and `other` are positions in the program. */
export type Instruction =
  | { readonly is: 'character'; readonly matches: (character: string) => boolean }
  | { readonly is: 'start' | 'end' | 'match' }
  | Extract<Pattern, { is: 'reference' }>
  | { readonly is: 'save'; readonly slot: number }
  /** Continues at `next`, or at `other` if `next` fails. */
  | { is: 'split'; next: number; other: number }
  | { is: 'jump'; next: number }

/** Maximum number of instructions of a pattern, so that nested repetitions such as `(a{100}){100}` stay small. */
const maxInstructions = 5_000

/** Compiles a pattern to a program; returns undefined when the program would be too large. */
export function programOf(pattern: Pattern): Instruction[] | undefined {
  const program: Instruction[] = [{ is: 'save', slot: 0 }]
  const isComplete = emit(pattern, program)
  program.push({ is: 'save', slot: 1 }, { is: 'match' })
  return isComplete ? program : undefined
}

/** Appends the instructions of a part. Returns false when the program is too large. */
function emit(pattern: Pattern, program: Instruction[]): boolean {
  if (program.length > maxInstructions) return false
  switch (pattern.is) {
    case 'character':
    case 'start':
    case 'end':
    case 'reference':
      program.push(pattern)
      return true
    case 'sequence':
      return pattern.parts.every((part) => emit(part, program))
    case 'choice':
      return emitChoice(pattern.parts, program)
    case 'group': {
      program.push({ is: 'save', slot: pattern.index * 2 })
      const isComplete = emit(pattern.body, program)
      program.push({ is: 'save', slot: pattern.index * 2 + 1 })
      return isComplete
    }
    case 'repeat':
      return emitRepeat(pattern, program)
  }
}

function emitChoice(parts: readonly Pattern[], program: Instruction[]): boolean {
  const jumps: { is: 'jump'; next: number }[] = []
  const isComplete = parts.every((part, index) => {
    if (index === parts.length - 1) return emit(part, program)
    const split = { is: 'split' as const, next: program.length + 1, other: 0 }
    program.push(split)
    if (!emit(part, program)) return false
    const jump = { is: 'jump' as const, next: 0 }
    jumps.push(jump)
    program.push(jump)
    split.other = program.length
    return true
  })
  for (const jump of jumps) jump.next = program.length
  return isComplete
}

function emitRepeat({ body, min, max, isLazy }: Extract<Pattern, { is: 'repeat' }>, program: Instruction[]): boolean {
  for (let count = 0; count < min; count++) if (!emit(body, program)) return false
  if (max === undefined) return emitOptional(body, isLazy, program, true)
  for (let count = min; count < max; count++) if (!emitOptional(body, isLazy, program, false)) return false
  return true
}

/** Emits an optional part. A looping part can be repeated any number of times. */
function emitOptional(body: Pattern, isLazy: boolean, program: Instruction[], loops: boolean): boolean {
  const split = { is: 'split' as const, next: 0, other: 0 }
  const start = program.length
  program.push(split)
  if (!emit(body, program)) return false
  if (loops) program.push({ is: 'jump', next: start })
  const [inside, after] = [start + 1, program.length]
  split.next = isLazy ? after : inside
  split.other = isLazy ? inside : after
  return true
}
