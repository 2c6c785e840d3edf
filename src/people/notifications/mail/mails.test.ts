// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../../foundation/db/sql.ts'
import { mailServer, readMail } from '../../../foundation/mail/mail-server.fixture.ts'
import { hourMs, openNotifications, taskFact } from '../notifications.fixture.ts'

type Trial = Awaited<ReturnType<typeof openNotifications>>

const mails = ({ database }: Trial) =>
  database.reader.rows<{ state: string; problem: string | null }>(
    sql`select state, problem from notification_mail order by id`,
  )

describe('a mail', () => {
  it('is sent at once, to the address of the user, as plain text and HTML with a link', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    const fact = taskFact(anna, {
      details: { subject: '<b>Tom & "Jerry"</b>\r\nBcc: x@example.com', process: 'Order <7>', due: null },
    })
    await trial.tell(fact)
    await trial.advance(0)
    const [mail, ...others] = server.received
    assert.deepEqual([mail?.to, mail?.from, others.length], [['anna@example.com'], 'chancery@example.com', 0])
    const { subject, text, html, headers } = readMail(mail!)
    assert.equal(subject, 'New task: <b>Tom & "Jerry"</b> Bcc: x@example.com')
    const link = `https://chancery.example.com/console/tasks/${fact.about.id}`
    assert.ok(text.includes(`Process: Order <7>`) && text.includes(link), text)
    assert.ok(html.includes('&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;') && html.includes('Order &lt;7&gt;'), html)
    assert.ok(html.includes(`<a href="${link}">Open</a>`) && !html.includes('<b>Tom'), html)
    assert.match(headers, /^Auto-Submitted: auto-generated\r?$/m)
    assert.doesNotMatch(headers, /^Bcc:/m)
    assert.deepEqual(await mails(trial), [{ state: 'sent', problem: null }])
  })

  it('leads to the page of an element in the console', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    const element = { namespace: 'docs', code: 'contracts', id: crypto.randomUUID() }
    await trial.tell(taskFact(anna, { about: { type: 'element', ...element } }))
    await trial.advance(0)
    const { text } = readMail(server.received[0]!)
    assert.ok(text.includes(`https://chancery.example.com/console/apps/docs/contracts/${element.id}\n`), text)
  })

  it('leaves out the comment on an element that the user may no longer read, and tells the rest', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    const elements = ['kept', 'lost'].map((excerpt) => ({ excerpt, id: crypto.randomUUID() }))
    const facts = elements.map(({ excerpt, id }) =>
      taskFact(anna, {
        key: `comment:${id}`,
        event: 'comment.mentioned',
        about: { type: 'element', namespace: 'docs', code: 'contracts', id },
        details: { by: 'Boris', subject: 'Contract 7', text: `the words ${excerpt}` },
      }),
    )
    trial.unseen.add(elements[1]!.id)
    await trial.tell(...facts)
    await trial.advance(0)
    const { text } = readMail(server.received[0]!)
    assert.deepEqual([text.includes('the words kept'), text.includes('the words lost')], [true, false])
    await trial.tell({ ...facts[1]!, key: 'another' })
    await trial.advance(0)
    assert.equal(server.received.length, 1)
    assert.deepEqual(
      (await mails(trial)).map(({ state }) => state),
      ['sent', 'dropped'],
    )
  })

  it('has all facts of one moment', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    await trial.tell(...Array.from({ length: 120 }, () => taskFact(anna)))
    await trial.advance(0)
    assert.equal(server.received.length, 1)
    const { subject, text } = readMail(server.received[0]!)
    assert.equal(subject, '120 notifications')
    assert.equal(text.match(/New task/g)?.length, 100)
    assert.match(text, /… 20\n/)
  })

  it('is in the language of the user', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    await trial.notifications.changeSettings(await trial.caller(anna), { language: 'ru' })
    await trial.tell(taskFact(anna, { details: { subject: 'Согласовать договор', process: 'Договор', due: null } }))
    await trial.advance(0)
    const { subject, html } = readMail(server.received[0]!)
    assert.equal(subject, 'Новая задача: Согласовать договор')
    assert.ok(html.includes('<html lang="ru">') && html.includes('Открыть'), html)
  })

  it('is not sent to users without an address, with mail switched off, or who want no mail of the kind', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const [anna, boris, clara] = [await trial.user('anna', null), await trial.user('boris'), await trial.user('clara')]
    await trial.notifications.changeSettings(await trial.caller(boris), { mail: 'never' })
    await trial.notifications.changeSettings(await trial.caller(clara), { kinds: { task: { mail: false } } })
    await trial.tell(taskFact([anna, boris, clara]))
    for (const user of [anna, boris, clara]) assert.equal((await trial.listed(user)).length, 1)
    assert.deepEqual([server.received, await mails(trial)], [[], []])
  })

  it('is sent for a kind that the user does not want in the list', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    await trial.notifications.changeSettings(await trial.caller(anna), { kinds: { task: { inApp: false } } })
    await trial.tell(taskFact(anna))
    assert.deepEqual(await trial.listed(anna), [])
    assert.equal(await trial.notifications.countUnread(await trial.caller(anna)), 0)
    assert.equal(server.received.length, 1)
  })
})

describe('a digest', () => {
  it('gathers notifications until the full hour, and leaves out those that the user has read', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    const caller = await trial.caller(anna)
    await trial.notifications.changeSettings(caller, { mail: 'hourly' })
    const about = (subject: string) => taskFact(anna, { details: { subject, process: 'P', due: null } })
    await trial.tell(about('first'))
    const [first] = await trial.listed(anna)
    await trial.advance(10 * 60_000)
    await trial.tell(about('second'))
    await trial.tell(about('third'))
    await trial.advance(10 * 60_000)
    assert.equal(server.received.length, 0)
    await trial.notifications.markRead(caller, [String(first!.id)])
    await trial.advance(20 * 60_000)
    assert.equal(server.received.length, 1)
    const { subject, text } = readMail(server.received[0]!)
    assert.equal(subject, '2 notifications')
    assert.ok(!text.includes('first') && text.includes('second') && text.includes('third'), text)
    await trial.tell(about('fourth'))
    await trial.advance(hourMs)
    assert.deepEqual(
      server.received.slice(1).map((mail) => readMail(mail).subject),
      ['New task: fourth'],
    )
  })

  it('comes once a day at the time of the user, and not at all when nothing is left to say', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const anna = await trial.user('anna')
    const caller = await trial.caller(anna)
    // It is 14:50 in India.
    await trial.notifications.changeSettings(caller, { mail: 'daily', dailyAt: '15:00', timeZone: 'Asia/Kolkata' })
    await trial.tell(taskFact(anna))
    await trial.advance(9 * 60_000)
    assert.equal(server.received.length, 0)
    await trial.advance(60_000)
    assert.equal(server.received.length, 1)
    await trial.tell(taskFact(anna))
    await trial.advance(0)
    await trial.notifications.markRead(caller)
    await trial.advance(25 * hourMs)
    assert.equal(server.received.length, 1)
    assert.deepEqual(
      (await mails(trial)).map(({ state }) => state),
      ['sent', 'dropped'],
    )
  })

  it('is not sent after the user was blocked or has switched mail off', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    const [anna, boris] = [await trial.user('anna'), await trial.user('boris')]
    for (const user of [anna, boris])
      await trial.notifications.changeSettings(await trial.caller(user), { mail: 'hourly' })
    await trial.tell(taskFact([anna, boris]))
    await trial.advance(0)
    await trial.people.changeUser(trial.admin, anna, { status: 'blocked' })
    await trial.notifications.changeSettings(await trial.caller(boris), { mail: 'never' })
    await trial.advance(hourMs)
    assert.deepEqual([server.received, (await mails(trial)).map(({ state }) => state)], [[], ['dropped', 'dropped']])
  })
})

describe('a mail server', () => {
  it('that refuses for the moment gets the mail again, with the same Message-ID', async () => {
    let isBusy = true
    await using server = await mailServer(() => (isBusy ? 451 : undefined))
    await using trial = await openNotifications(server.settings)
    await trial.tell(taskFact(await trial.user('anna')))
    await trial.advance(0)
    assert.deepEqual([server.received, (await mails(trial)).map(({ state }) => state)], [[], ['sending']])
    isBusy = false
    await trial.advance(2 * hourMs)
    assert.equal(server.received.length, 1)
    const id = await trial.database.reader.row<{ id: string }>(sql`select id::text from notification_mail`)
    assert.match(readMail(server.received[0]!).headers, new RegExp(`^Message-ID: <${id!.id}@example.com>\\r?$`, 'm'))
    assert.deepEqual(await mails(trial), [{ state: 'sent', problem: null }])
  })

  it('that refuses for good gets the mail once, and the reason is kept', async () => {
    let attempts = 0
    await using server = await mailServer(() => {
      attempts++
      return 550
    })
    await using trial = await openNotifications(server.settings)
    await trial.tell(taskFact(await trial.user('anna')))
    await trial.advance(24 * hourMs)
    const [mail] = await mails(trial)
    assert.deepEqual([attempts, mail?.state], [1, 'failed'])
    assert.match(mail!.problem!, /not here/)
    assert.ok(trial.logged.includes('a mail with notifications was given up'))
  })

  it('that is away for three days gets no outdated mails', async () => {
    const { settings } = await (async () => {
      await using server = await mailServer()
      return server
    })()
    await using trial = await openNotifications(settings)
    await trial.tell(taskFact(await trial.user('anna')))
    await trial.advance(80 * hourMs)
    const [mail] = await mails(trial)
    assert.deepEqual([mail?.state, mail?.problem], ['failed', 'the mail could not be sent for three days'])
  })

  it('gets each mail once from several nodes', async () => {
    await using server = await mailServer()
    await using trial = await openNotifications(server.settings)
    await using _other = await trial.addNode()
    const users = await Promise.all(Array.from({ length: 20 }, (_, n) => trial.user(`user${n}`)))
    for (const user of users) await trial.notifications.changeSettings(await trial.caller(user), { mail: 'hourly' })
    for (let n = 0; n < 5; n++) await Promise.all([trial.tell(taskFact(users)), trial.tell(taskFact(users))])
    await trial.advance(hourMs)
    const receivers = server.received.map(({ to }) => to[0]!).sort()
    assert.deepEqual(receivers, [...new Set(receivers)])
    assert.equal(receivers.length, 20)
    for (const mail of server.received) assert.equal(readMail(mail).subject, '10 notifications')
  })
})
