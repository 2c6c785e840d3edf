import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstView, viewWith, wholeView } from './viewport.ts'

const canvas = { width: 1000, height: 500 }
const scaleOf = ({ width }: { width: number }): number => canvas.width / width

describe('the view of a diagram', () => {
  const small = { x: 100, y: 60, width: 600, height: 200 }
  const wide = { x: 100, y: 60, width: 3000, height: 300 }

  it('shows a small diagram in its size, in the middle', () => {
    const view = firstView(small, canvas)
    assert.equal(scaleOf(view), 1)
    assert.equal(view.x + view.width / 2, small.x + small.width / 2)
    assert.deepEqual(wholeView(small, canvas), view)
  })

  it('shows the beginning of a wide diagram at first, with texts of 11 pixels', () => {
    const view = firstView(wide, canvas)
    assert.ok(scaleOf(view) * 12 >= 10.99)
    assert.ok(view.x <= wide.x && view.x > wide.x - 50 && view.y < wide.y)
  })

  it('shows all of a wide diagram on demand', () => {
    const view = wholeView(wide, canvas)
    assert.ok(view.x < wide.x && view.x + view.width > wide.x + wide.width)
  })

  it('leaves the covered part of the canvas free at every scale', () => {
    for (const viewOf of [firstView, wholeView])
      for (const diagram of [small, wide]) {
        const view = viewOf(diagram, canvas, 114)
        assert.ok((diagram.x - view.x) * scaleOf(view) >= 114, `${viewOf.name} ${diagram.width}`)
      }
  })

  it('moves to elements that are outside, and no further', () => {
    const view = firstView(wide, canvas)
    const late = { x: 2500, y: 100, width: 110, height: 80 }
    assert.deepEqual(viewWith({ ...late, x: 200 }, wide, canvas), view)
    assert.deepEqual(viewWith(undefined, wide, canvas), view)
    const moved = viewWith(late, wide, canvas)
    assert.deepEqual([moved.x + moved.width / 2, moved.y, moved.width], [2555, view.y, view.width])
  })

  it('becomes smaller, down to 70 %, to show all active elements', () => {
    const near = { x: 1500, y: 100, width: 1200, height: 200 }
    const view = viewWith(near, wide, canvas)
    assert.ok(scaleOf(view) >= 0.7 && scaleOf(view) < scaleOf(firstView(wide, canvas)), `${scaleOf(view)}`)
    assert.ok(view.x < near.x && view.x + view.width > near.x + near.width)
    assert.ok(view.y < near.y && view.y + view.height > near.y + near.height)
  })

  it('begins with the first active elements when not all of them have room at 70 %', () => {
    const far = { x: 1000, y: 100, width: 2000, height: 200 }
    const view = viewWith(far, wide, canvas)
    assert.ok(Math.abs(scaleOf(view) - 0.7) < 0.001, `${scaleOf(view)}`)
    assert.ok(view.x < far.x && view.x > far.x - 50)
  })
})
