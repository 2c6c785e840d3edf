/** A fault that can be planted in the program, to see that the judge finds it: a text of a module that is replaced. */
export interface Plant {
  readonly module: string
  readonly text: string
  readonly by: string
}

const execution = 'src/process/execution'

/** Faults that a crash or a race makes visible. */
export const plants: Readonly<Record<string, Plant>> = {
  /** Two stimuli that meet both win. */
  'no compare-and-set': {
    module: `${execution}/rows/commit.store.ts`,
    text: 'and i.id = x.id and i.rev = x.before',
    by: 'and i.id = x.id',
  },
  /** What follows from an advance is done after the commit, but a crash loses it. */
  'follow-ups without rows': {
    module: `${execution}/rows/group-rows.ts`,
    text: 'opened: [...opened.map(({ row }) => row), ...restarted, ...taskTimers, ...followUps],',
    by: 'opened: [...opened.map(({ row }) => row), ...restarted, ...taskTimers],',
  },
  /** The waits of an advance are written even when the advance lost. */
  'waits written by losers': {
    module: `${execution}/rows/commit.store.ts`,
    text: '} join won on won.id = x.owner`',
    by: '} left join won on won.id = x.owner`',
  },
  /** A thrown message is delivered in one transaction, and its row is deleted in another one. */
  'delivered before its row is deleted': {
    module: `${execution}/due/perform.ts`,
    text: 'const [found] = await deleteRows(tx, [row])\n      if (found === undefined) return\n      const key',
    by: 'const [found] = [row]\n      setTimeout(() => void deleteRows(database.single, [row]), 3000)\n      if (found === undefined) return\n      const key',
  },
  /** The job of a request is inserted after the commit. */
  'jobs that a crash loses': {
    module: `${execution}/rows/group-rows.ts`,
    text: 'data: { instance, wait, attempt }, delayMs }',
    by: 'data: { instance, wait, attempt: Math.random() < 0.05 ? attempt + 1 : attempt }, delayMs }',
  },
  /** Requests of a repeated job carry another key. */
  'a key for each attempt': {
    module: 'src/process/calls/http-work.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text that is replaced
    text: '`${call.instance.id}:${call.wait}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text that is replaced
    by: '`${call.instance.id}:${call.wait}:${Math.random()}`',
  },
  /** A due row is not leased, so that two nodes take it, and a row that is late is deleted. */
  'timers that fire early': {
    module: `${execution}/due/due.store.ts`,
    text: 'where due_at <= platform_now()\n',
    by: "where due_at <= platform_now() + interval '1 s'\n",
  },
}
