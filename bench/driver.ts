import pg from 'pg'
import type { BareRound, RunBare } from './bare.ts'
import { fillTemplate, numbersOf } from './template.ts'

const connections = 8

/** Runs bare SQL through the driver, for machines without pgbench: named statements in a loop on each connection. */
export const runDriver: RunBare = async (round) => {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: round.url }))
  let nextV = round.firstV
  let done = 0
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const beganMs = performance.now()
    const endMs = beganMs + round.seconds * 1000
    const loop = async (client: pg.Client): Promise<void> => {
      while (performance.now() < endMs) {
        await runOnce(client, round, nextV++)
        done++
      }
    }
    await Promise.all(clients.map(loop))
    return done / ((performance.now() - beganMs) / 1000)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function runOnce(client: pg.Client, { statements, between }: BareRound, v: number): Promise<void> {
  const numbers = numbersOf(v, between)
  for (const [at, { text, values }] of statements.entries()) {
    const filled = values.map((value) => (value === null ? null : fillTemplate(value, numbers)))
    await client.query({ name: `bare${at}`, text, values: filled, rowMode: 'array' })
  }
}
