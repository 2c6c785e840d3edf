import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Subject } from './subject.ts'

const pollMs = 20
const path = '/pub/v1/app/bench/goods/import'

/**
 * Uploads and imports a file of `rows` goods. Returns rows per second, measured from the import request until "done".
 */
export async function importGoods({ url, token }: Subject, rows: number, firstNumber: number): Promise<number> {
  const call = async (address: string, body: string | FormData): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (answer.success !== true) throw new Error(`${address} answered: ${answer.error}`)
    return answer
  }
  const fileHash = randomUUID()
  const form = new FormData()
  form.append('file', new Blob([goodsFile(rows, firstNumber)]), 'goods.csv')
  await call(`/pub/v1/disk/file/upload?hash=${fileHash}`, form)

  const beganMs = performance.now()
  const { importId } = await call(path, JSON.stringify({ fileHash, format: 'csv' }))
  for (;;) {
    const { status } = await call(`${path}/status`, JSON.stringify({ importId }))
    const { state, created, errors } = status as { state: string; created: number; errors: unknown[] }
    if (state === 'done' && created === rows) return rows / ((performance.now() - beganMs) / 1000)
    if (state !== 'running')
      throw new Error(`the import ended as ${state}: ${created} rows, ${JSON.stringify(errors[0])}`)
    await wait(pollMs)
  }
}

const kinds = [
  'Стол письменный',
  'Тонер',
  'Доска сосновая',
  'Насос',
  'Лампа маячная',
  'Папка архивная',
  'Wireless mouse',
]
const more = 'с принадлежностями, повышенной прочности, в упаковке по 500, прочее, не включённое в другие группировки'

/**
 * Returns a CSV file of three columns: a new code such as 26.20.13.000, a name of about 120 letters, a class of two
 * digits.
 */
function goodsFile(rows: number, firstNumber: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const digits = String(firstNumber + at).padStart(12, '0')
    const code = `${digits.slice(0, 5)}.${digits.slice(5, 7)}.${digits.slice(7, 9)}.${digits.slice(9)}`
    return `${code},"${kinds[at % kinds.length]}, ${more}",${digits.slice(-2)}\n`
  })
  return `Code,Title,Class\n${lines.join('')}`
}
