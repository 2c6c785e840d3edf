import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connections, type Load, type LoadResult, type RunLoad } from './load.ts'
import { idPrefix, stride } from './template.ts'

/** Runs a load with wrk, which uses less of the machine than any generator in Node and so leaves more to the server. */
export const runWrk: RunLoad = async (load) => (await countWrk(load)).perSecond

/** Runs a load like `runWrk`, and counts the answers. */
export async function countWrk(load: Load): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-wrk-'))
  try {
    const file = join(folder, 'requests.lua')
    await writeFile(file, luaOf(load))
    const seconds = `${Math.max(1, Math.round(load.seconds))}s`
    const fixed = ['-t', '1', '-c', String(connections), '-d', seconds, '--timeout', '30s', '-s', file]
    const { stdout } = await promisify(execFile)('wrk', [...fixed, load.url])
    const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
    if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`requests failed:\n${stdout}`)
    return { perSecond, answers: Number(/(\d+) requests in/.exec(stdout)?.[1]) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function luaOf({
  token,
  method,
  path,
  body,
  contentType = 'application/json',
  between: [from, to],
  firstV,
}: Load): string {
  const isFixed = !/@(?:id|n|v)@/.test(path + (body ?? ''))
  return `
local method, path, body = '${method}', [==[${path}]==], ${body === undefined ? 'nil' : `[==[${body}]==]`}
local headers = { ['Authorization'] = 'Bearer ${token}', ['Content-Type'] = '${contentType}' }
local v = ${firstV}
local places = {}
local function fill(template) return (template:gsub('@(%a+)@', places)) end
local fixed
function init() fixed = ${isFixed} and wrk.format(method, path, headers, body) end
function request()
  if fixed then return fixed end
  v = v + 1
  local n = ${from} + (v * ${stride}) % ${to - from + 1}
  places.n, places.v, places.id = tostring(n), string.format('%d', v), '${idPrefix}' .. string.format('%012x', n)
  return wrk.format(method, fill(path), headers, body and fill(body))
end
`
}
