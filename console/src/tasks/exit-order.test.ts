import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exitOrder } from './exit-order.ts'

const kinds = { agree: 'positive', remark: null, refuse: 'negative' } as const
const ordered = (...codes: (keyof typeof kinds)[]) => {
  const { exits, main } = exitOrder(codes.map((code) => ({ code, kind: kinds[code] })))
  return { exits: exits.map(({ code }) => code), main: main?.code }
}

describe('the buttons of the exits of a task', () => {
  it('end with the positive exit, and the others keep their order', () => {
    assert.deepEqual(ordered('agree', 'remark', 'refuse'), { exits: ['remark', 'refuse', 'agree'], main: 'agree' })
  })

  it('end with the first exit that is no rejection when none is positive', () => {
    assert.deepEqual(ordered('refuse', 'remark'), { exits: ['refuse', 'remark'], main: 'remark' })
  })

  it('have no main one among rejections', () => {
    assert.deepEqual(ordered('refuse'), { exits: ['refuse'], main: undefined })
  })

  it('are a single main one for a task without exits', () => {
    assert.deepEqual(exitOrder([undefined]), { exits: [undefined], main: undefined })
  })
})
