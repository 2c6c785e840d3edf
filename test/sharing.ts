/** Functions that clean up after all test files of this process; undefined when each file has its own process. */
let removals: (() => Promise<void>)[] | undefined

/** Returns whether this process runs several test files, so that they can share resources. */
export function isShared(): boolean {
  return removals !== undefined
}

/** Runs `remove` after the last test file of this process. Only for processes that `isShared`. */
export function whenDone(remove: () => Promise<void>): void {
  removals!.push(remove)
}

/** Runs the test files of this process, and then removes the resources that they have shared. */
export async function shareWithin(runFiles: () => Promise<void>): Promise<void> {
  removals = []
  await runFiles()
  for (const remove of removals) await remove()
}
