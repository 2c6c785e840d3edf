import assert from 'node:assert/strict'
import { it } from 'node:test'
import { escapeHtml } from './html.ts'

it('replaces the characters that have a meaning in HTML', () => {
  assert.equal(escapeHtml(`<b title="a" id='b'>&</b>`), '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;&lt;/b&gt;')
})
