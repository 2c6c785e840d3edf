/** A fault that can be planted in the program, to see that the judge finds it: a text of a module that is replaced. */
export interface Plant {
  readonly module: string
  readonly text: string
  readonly by: string
}

const execution = 'src/process/execution'

/** Faults that crashes and races make visible, by their names. */
export const plants: Readonly<Record<string, Plant>> = {
  /** Two stimuli that meet both win. */
  'no compare-and-set': {
    module: `${execution}/rows/commit.store.ts`,
    text: 'and i.id = x.id and i.rev = x.before',
    by: 'and i.id = x.id',
  },
  /** What follows from an advance is done after the commit without a row, so a crash loses it. */
  'follow-ups without rows': {
    module: `${execution}/rows/group-rows.ts`,
    text: '...taskTimers, ...followUps],',
    by: '...taskTimers],',
  },
  /** The rows of an advance are written even when the advance has lost against another one. */
  'rows written by losers': {
    module: `${execution}/rows/commit.store.ts`,
    text: '} join won on won.id = x.owner`',
    by: '} left join won on won.id = x.owner`',
  },
  /** A message is delivered in one transaction, and its row is deleted in another one later. */
  'delivered before its row is deleted': {
    module: `${execution}/due/perform.ts`,
    text: 'if (!(await deleteRow(tx, row))) return',
    by: 'setTimeout(() => void deleteRow(database.single, row), 3000)',
  },
  'jobs that are lost': {
    module: `${execution}/rows/group-rows.ts`,
    text: 'data: { instance, wait, attempt }, delayMs }',
    by: 'data: { instance, wait, attempt: Math.random() < 0.2 ? 0 : attempt }, delayMs }',
  },
  'a key for each attempt': {
    module: 'src/process/calls/http-work.ts',
    text: "'idempotency-key': `",
    by: "'idempotency-key': Math.random() + `",
  },
  'timers that fire early': {
    module: `${execution}/due/due.store.ts`,
    text: 'where due_at <= platform_now()\n',
    by: "where due_at <= platform_now() + interval '1 s'\n",
  },
}
