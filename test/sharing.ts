/** Works that remove what several test files of this process have used; undefined when each file has its own process. */
let removals: (() => Promise<void>)[] | undefined

/** Returns whether this process runs several test files, so that work for one may serve another. */
export function isShared(): boolean {
  return removals !== undefined
}

/** Runs `remove` when the last test file of this process is done. */
export function whenDone(remove: () => Promise<void>): void {
  removals!.push(remove)
}

/** Runs the test files of this process, and then removes what they have shared. */
export async function shareWithin(runFiles: () => Promise<void>): Promise<void> {
  removals = []
  await runFiles()
  for (const remove of removals) await remove()
}
