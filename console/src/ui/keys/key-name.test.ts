import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KeyPress, keyCaps, keyName } from './key-name.ts'

const press = (key: string, code: string, more: Partial<KeyPress> = {}): string =>
  keyName({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

describe('the name of a key press', () => {
  it('is the letter, whatever the case', () => {
    assert.equal(press('j', 'KeyJ'), 'j')
    assert.equal(press('X', 'KeyX', { shiftKey: true }), 'shift+x')
  })

  it('is the Latin letter of the key on a Russian layout', () => {
    assert.equal(press('о', 'KeyJ'), 'j')
    assert.equal(press('Ч', 'KeyX', { shiftKey: true }), 'shift+x')
    assert.equal(press('л', 'KeyK', { ctrlKey: true }), 'mod+k')
    assert.equal(press('х', 'BracketLeft'), '[')
  })

  it('is what the user typed when another layout moves a Latin letter', () => {
    assert.equal(press('a', 'KeyQ'), 'a')
  })

  it('has no shift for signs that need it', () => {
    assert.equal(press('?', 'Slash', { shiftKey: true }), '?')
    assert.equal(press('/', 'Backslash', { shiftKey: true }), '/')
  })

  it('has the modifiers in one order', () => {
    assert.equal(press('Enter', 'Enter', { metaKey: true, shiftKey: true }), 'mod+shift+enter')
    assert.equal(press('ArrowDown', 'ArrowDown'), 'arrowdown')
  })
})

describe('the caps of a shortcut', () => {
  it('are named as on the keyboard', () => {
    assert.deepEqual(keyCaps('mod+k'), ['Ctrl K'])
    assert.deepEqual(keyCaps('mod+k', true), ['⌘ K'])
    assert.deepEqual(keyCaps('g t'), ['g', 't'])
    assert.deepEqual(keyCaps('shift+x'), ['Shift x'])
  })
})
