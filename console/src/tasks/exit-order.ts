import type { Task } from './task-queries.ts'

type Kind = Task['exits'][number]['kind']

/**
 * Returns the exits in the order of their buttons, and the main exit, whose button is filled and comes last. The main
 * exit is the first positive one; without it, the first one that is no rejection.
 */
export function exitOrder<Exit extends { readonly kind?: Kind } | undefined>(
  exits: readonly Exit[],
): { readonly exits: readonly Exit[]; readonly main: Exit | undefined } {
  const main = exits.find((each) => each?.kind === 'positive') ?? exits.find((each) => each?.kind !== 'negative')
  const index = exits.indexOf(main as Exit)
  if (index < 0) return { exits, main: undefined }
  return { exits: [...exits.toSpliced(index, 1), exits[index] as Exit], main }
}
