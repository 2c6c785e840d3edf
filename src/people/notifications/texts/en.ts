import type { NotificationEvent } from '../events.ts'
import { lines, type MailWords, type Shown, type Text } from './text.ts'

const ofTask = ({ process, due }: Shown): string => lines(process && `Process: ${process}`, due && `Due: ${due}`)

export const english: Readonly<Record<NotificationEvent, (shown: Shown) => Text>> = {
  'task.new': (shown) => ({ title: `New task: ${shown.subject}`, text: ofTask(shown) }),
  'task.reassigned': (shown) => ({
    title: `${shown.by} reassigned a task to you: ${shown.subject}`,
    text: lines(shown.reason, ofTask(shown)),
  }),
  'task.delegated': (shown) => ({
    title: `${shown.by} delegated a task to you: ${shown.subject}`,
    text: lines(shown.comment, ofTask(shown)),
  }),
  'task.returned': (shown) => ({
    title: `${shown.by} returned a delegated task: ${shown.subject}`,
    text: lines(shown.comment, ofTask(shown)),
  }),
  'task.escalated': (shown) => ({ title: `A task was escalated to you: ${shown.subject}`, text: ofTask(shown) }),
  'task.asked': (shown) => ({
    title: `${shown.by} asks you about the task: ${shown.subject}`,
    text: lines(shown.question, ofTask(shown)),
  }),
  'task.answered': (shown) => ({
    title: `${shown.by} answered your question about the task: ${shown.subject}`,
    text: lines(shown.answer, ofTask(shown)),
  }),
  'task.reminded': (shown) => ({ title: `Reminder: ${shown.subject}`, text: ofTask(shown) }),
  'sheet.cancelled': ({ subject, reason, process }) => ({
    title: `No answer is needed any more: ${subject}`,
    text: lines(reason, process && `Process: ${process}`),
  }),
  'import.done': ({ file, application, created, updated, unchanged, failed }) => ({
    title: `The import of ${file} has ended`,
    text: lines(
      `Application: ${application}`,
      `Created: ${created}, updated: ${updated}, unchanged: ${unchanged}, failed: ${failed}`,
    ),
  }),
  'import.failed': ({ file, application, problem }) => ({
    title: `The import of ${file} has failed`,
    text: lines(`Application: ${application}`, problem),
  }),
  'job.done': ({ kind, application, file, processed, failed }) => ({
    title: kind === 'export' ? `The export of ${application} is ready` : `The changes of ${application} are made`,
    text: lines(file && `File: ${file}`, `Elements: ${processed}, failed: ${failed}`),
  }),
  'job.failed': ({ kind, application, problem }) => ({
    title: kind === 'export' ? `The export of ${application} has failed` : `The changes of ${application} have failed`,
    text: lines(problem),
  }),
  'comment.mentioned': ({ by, subject, text }) => ({ title: `${by} mentions you: ${subject}`, text: lines(text) }),
  message: ({ subject = '', text = '' }) => ({ title: subject, text }),
  'webhook.off': ({ subject, reason, since }) => ({
    title: `The webhook ${subject} was switched off`,
    text: lines(
      reason === 'gone' ? 'The receiver responded with 410 Gone.' : `Every attempt has failed since ${since}.`,
      'Events are no longer sent to it. Mend the receiver, then switch the webhook on.',
    ),
  }),
  'backup.failed': ({ file, problem }) => ({ title: `The backup ${file} has failed`, text: lines(problem) }),
}

export const englishMail: MailWords = {
  several: (count) => `${count} notifications`,
  open: 'Open',
  footer:
    'Chancery sends this mail because of your notification settings. To get fewer mails or none, change the settings.',
}
