import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whyNotApplied } from './why-not-applied.ts'

const plain = { destructive: false, blocked: false }
const destructive = { destructive: true, blocked: false }
const blocked = { destructive: true, blocked: true }

describe('a plan that cannot be applied', () => {
  it('says that it has no changes', () => assert.equal(whyNotApplied([], true), 'admin.nothingToApply'))

  it('says first that a change is not possible, which no consent mends', () => {
    assert.equal(whyNotApplied([plain, blocked], false), 'admin.blockedFirst')
    assert.equal(whyNotApplied([plain, blocked], true), 'admin.blockedFirst')
  })

  it('asks for consent to destructive changes only', () => {
    assert.equal(whyNotApplied([plain, destructive], false), 'admin.allowFirst')
    assert.equal(whyNotApplied([plain, destructive], true), undefined)
    assert.equal(whyNotApplied([plain], false), undefined)
  })
})
