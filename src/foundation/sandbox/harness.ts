import { scriptLimits } from './limits.ts'

/**
 * Code that runs in the sandbox before the script, so that the script cannot change the functions that the code uses.
 * `prepare` defines the variables as globals. `finish` calls the script and returns its result as JSON. A script that
 * changes built-in objects can only spoil its own result.
 */
export const harness = `(function () {
  'use strict'
  const { parse, stringify } = JSON
  const { isArray } = Array
  const { isFinite } = Number
  const { defineProperty } = Reflect
  const { Promise, String, TypeError, globalThis: top } = globalThis
  const define = (name, value) =>
    defineProperty(top, name, { value, writable: true, enumerable: true, configurable: true })

  class BpmnError extends Error {
    constructor(code, message) {
      super(message)
      this.name = 'BpmnError'
      this.code = code
    }
  }

  const checkNumber = (name, value) => {
    if (typeof value === 'number' && !isFinite(value)) throw new TypeError('"' + name + '" is ' + String(value) + ', which cannot be stored')
    return value
  }

  const describe = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return { message: String(error) }
      const { name, message, stack } = error
      return { message: String(name ?? 'Error') + ': ' + String(message ?? ''), stack: String(stack ?? '') }
    } catch {
      return { message: 'the error that the script threw has no text' }
    }
  }

  return {
    prepare(text) {
      const variables = parse(text)
      for (const name in variables) define(name, variables[name])
      define('variables', variables)
      define('BpmnError', BpmnError)
    },
    finish(script) {
      try {
        const value = script()
        if (value === undefined || value === null) return '{"json":"{}"}'
        if (value instanceof Promise)
          return stringify({ threw: { message: 'the script returned a promise; scripts cannot wait, so do not use async functions' } })
        const json = typeof value === 'object' && !isArray(value) ? stringify(value, checkNumber) : undefined
        if (typeof json !== 'string' || json[0] !== '{')
          return stringify({ threw: { message: 'a script must return an object with variables, such as { total: 5 }, or nothing' } })
        if (json.length > ${scriptLimits.maxJsonChars})
          return stringify({ limit: 'the script returned more than ${scriptLimits.maxJsonChars / 1024 ** 2} MiB' })
        return stringify({ json })
      } catch (error) {
        if (!(error instanceof BpmnError)) return stringify({ threw: describe(error) })
        return stringify({ error: { code: String(error.code), message: String(error.message) } })
      }
    },
  }
})()`
