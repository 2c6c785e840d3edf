import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BareRound, RunBare } from './bare.ts'
import type { BareStatement } from './capture.ts'
import { idPrefix, newerIdPrefix, stride } from './template.ts'

const connections = 32
const threads = 2

/** Runs bare SQL with `pgbench -M prepared`, with as many connections as the HTTP round has. */
export const runPgbench: RunBare = async (round) => {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-pgbench-'))
  try {
    const { script, variables } = scriptOf(round)
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const defines = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
    const seconds = String(Math.max(1, Math.round(round.seconds)))
    const fixed = ['-n', '-M', 'prepared', '-c', String(connections), '-j', String(threads), '-T', seconds]
    const environment = { ...process.env, PGOPTIONS: '-c timezone=UTC' }
    const { stdout } = await promisify(execFile)('pgbench', [...fixed, ...defines, '-f', file, round.url], {
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    })
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (!(perSecond > 0)) throw new Error(`pgbench printed no rate:\n${stdout}`)
    return perSecond
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Returns a pgbench script. Parameters become pgbench variables, which `-M prepared` binds as the driver does, so no
 * value is part of the statement's text. The server fills the placeholders inside parameters (`replace`), since pgbench
 * cannot join texts.
 */
export function scriptOf({ statements, between: [from, to], firstV }: BareRound): {
  script: string
  variables: Record<string, string>
} {
  const variables: Record<string, string> = { i: '0', firstv: String(firstV) }
  const lines = [
    '\\set i :i + 1',
    `\\set v :firstv + :i * ${connections} + :client_id`,
    `\\set n ${from} + :v * ${stride} % ${to - from + 1}`,
  ]
  statements.forEach((statement, at) => {
    lines.push(`${withVariables(statement, `s${at}p`, variables)};`)
  })
  return { script: `${lines.join('\n')}\n`, variables }
}

function withVariables(
  { text, values, types }: BareStatement,
  prefix: string,
  variables: Record<string, string>,
): string {
  // pgbench reads a colon before a letter as a variable, even inside quotes.
  if (/(?<!:):\w/.test(text)) throw new Error(`pgbench would misread a colon of this statement:\n${text}`)
  return text.replaceAll(/\$(\d+)/g, (_match, number) => {
    const at = Number(number) - 1
    const value = values[at]!
    const type = types[at]!
    if (value === null) return `null::${type}`
    const name = `${prefix}${at}`
    variables[name] = value
    const places = [...new Set(value.match(/@(?:id|new|n|v)@/g))]
    if (places.length === 1 && places[0] === value) return `(${placeSql[value]})::${type}`
    const filled = places.reduce((sql, place) => `replace(${sql}, '${place}', ${placeSql[place]})`, `:${name}::text`)
    return `(${filled})::${type}`
  })
}

const placeSql: Readonly<Record<string, string>> = {
  '@n@': ':n::text',
  '@v@': ':v::text',
  '@id@': `('${idPrefix}' || lpad(to_hex(:n::bigint), 12, '0'))`,
  '@new@': `('${newerIdPrefix}' || lpad(to_hex(:v::bigint), 12, '0'))`,
}
