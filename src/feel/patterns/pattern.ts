import type { Run } from '../run.ts'
import { findByBacktracking } from './backtracking-matcher.ts'
import { type Captures, findMatch } from './matcher.ts'
import { parsePattern } from './parse-pattern.ts'
import { type Instruction, programOf } from './program.ts'
import { type PatternFlags, readFlags } from './syntax.ts'

/** A compiled regular expression. It takes steps from the budget of the evaluation, so its time is limited. */
export interface CompiledPattern {
  readonly program: readonly Instruction[]
  readonly flags: PatternFlags
  /** Number of groups. */
  readonly groups: number
  /** Whether the pattern contains back references, which need a slower matcher. */
  readonly hasReferences: boolean
}

/** Compiles an XPath pattern with flags; returns undefined when either is invalid. */
export function compilePattern(text: string, flagText: string, run: Run): CompiledPattern | undefined {
  run.charge(text.length * 20)
  const flags = readFlags(flagText)
  if (flags === undefined) return undefined
  const parsed = parsePattern(text, flags)
  const program = parsed && programOf(parsed.pattern)
  if (parsed === undefined || program === undefined) return undefined
  run.charge(program.length)
  const hasReferences = program.some(({ is }) => is === 'reference')
  return { program, flags, groups: parsed.groups, hasReferences }
}

/** Returns the first match in the characters from a position on. */
export function firstMatch(
  { program, flags, hasReferences }: CompiledPattern,
  characters: readonly string[],
  from: number,
  run: Run,
): Captures | undefined {
  const subject = { all: characters, multiline: flags.multiline }
  return hasReferences ? findByBacktracking(program, subject, from, run) : findMatch(program, subject, from, run)
}

/** Returns all matches that do not overlap, from left to right. */
export function* allMatches(pattern: CompiledPattern, characters: readonly string[], run: Run): Iterable<Captures> {
  let from = 0
  while (from <= characters.length) {
    const match = firstMatch(pattern, characters, from, run)
    if (match === undefined) return
    yield match
    from = match[1]! > match[0]! ? match[1]! : match[1]! + 1
  }
}
