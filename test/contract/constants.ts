import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'

const sources = globSync('src/**/*.ts')
  .map((path) => path.replaceAll(sep, '/'))
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path))

/**
 * Returns the path of a source file, from its name and as many of its folders as make it unique: `read/limits`. Throws
 * when there is no such file or more than one.
 */
export function sourceFile(name: string): string {
  const found = sources.filter((path) => `/${path}`.endsWith(`/${name}.ts`))
  if (found.length !== 1) {
    throw new Error(`docs/templates/limits.md names ${name}.ts; ${found.length} files in src have this name: ${found}`)
  }
  return found[0]!
}

/**
 * Returns the value of a constant as it is declared in a source file. The name is that of a `const`, of a key of an
 * object, or both joined by a dot: `fields.maxItems` is the first `maxItems` after `fields`. The file is read as text,
 * so that constants that no other file needs can stay private.
 */
export function constantIn(path: string, name: string): number {
  const text = readFileSync(path, 'utf8')
  let at = 0
  const parts = name.split('.')
  for (const part of parts.slice(0, -1)) at = declaration(text, part, at, path).index + 1
  const [, expression = ''] = declaration(
    text,
    parts.at(-1)!,
    at,
    path,
    String.raw` *([\w ()*+./]*\d[\w ()*+./]*?) *(?:,|\n|$| as |\})`,
  )
  return evaluate(expression, path)
}

function declaration(text: string, name: string, from: number, path: string, rest = ''): RegExpExecArray {
  const pattern = new RegExp(String.raw`(?<![\w.])${name}\b(?:: \w+ =| =|:)${rest}`, 'g')
  pattern.lastIndex = from
  const found = pattern.exec(text)
  if (found === null)
    throw new Error(`docs/templates/limits.md names ${name} in ${path}, which declares no such number`)
  return found
}

/** Evaluates a product such as `64 * 1024 ** 2` or `16 * kib`, where `kib` is a constant of the same file. */
function evaluate(expression: string, path: string): number {
  const numbers = expression.replaceAll(/[a-z]\w*/gi, (name) => String(constantIn(path, name))).replaceAll('_', '')
  if (!/^[\d\s()*+./]+$/.test(numbers)) throw new Error(`${path}: "${expression}" is no number`)
  return numbers
    .split('+')
    .map((term) => term.replaceAll(/(\d+)\s*\*\*\s*(\d+)/g, (_, base, power) => String(Number(base) ** Number(power))))
    .map((term) => term.split('*').reduce((product, factor) => product * Number(factor), 1))
    .reduce((sum, term) => sum + term, 0)
}
