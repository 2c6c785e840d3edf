import type { NotificationEvent } from '../events.ts'
import { lines, type MailWords, type Shown, type Text } from './text.ts'

const ofTask = ({ process, due }: Shown): string => lines(process && `Процесс: ${process}`, due && `Срок: ${due}`)

export const russian: Readonly<Record<NotificationEvent, (shown: Shown) => Text>> = {
  'task.new': (shown) => ({ title: `Новая задача: ${shown.subject}`, text: ofTask(shown) }),
  'task.reassigned': (shown) => ({
    title: `Вам переназначена задача: ${shown.subject}`,
    text: lines(`Переназначил(а): ${shown.by}`, shown.reason, ofTask(shown)),
  }),
  'task.delegated': (shown) => ({
    title: `Вам делегирована задача: ${shown.subject}`,
    text: lines(`Делегировал(а): ${shown.by}`, shown.comment, ofTask(shown)),
  }),
  'task.returned': (shown) => ({
    title: `Вам вернули делегированную задачу: ${shown.subject}`,
    text: lines(`Вернул(а): ${shown.by}`, shown.comment, ofTask(shown)),
  }),
  'task.escalated': (shown) => ({ title: `Вам передана задача по эскалации: ${shown.subject}`, text: ofTask(shown) }),
  'task.asked': (shown) => ({
    title: `Вопрос по задаче: ${shown.subject}`,
    text: lines(`Спрашивает: ${shown.by}`, shown.question, ofTask(shown)),
  }),
  'task.answered': (shown) => ({
    title: `Ответ на ваш вопрос по задаче: ${shown.subject}`,
    text: lines(`Отвечает: ${shown.by}`, shown.answer, ofTask(shown)),
  }),
  'task.reminded': (shown) => ({ title: `Напоминание: ${shown.subject}`, text: ofTask(shown) }),
  'sheet.cancelled': ({ subject, reason, process }) => ({
    title: `Ответ больше не нужен: ${subject}`,
    text: lines(reason, process && `Процесс: ${process}`),
  }),
  'import.done': ({ file, application, created, updated, unchanged, failed }) => ({
    title: `Импорт файла ${file} завершён`,
    text: lines(
      `Приложение: ${application}`,
      `Создано: ${created}, изменено: ${updated}, без изменений: ${unchanged}, с ошибками: ${failed}`,
    ),
  }),
  'import.failed': ({ file, application, problem }) => ({
    title: `Импорт файла ${file} не удался`,
    text: lines(`Приложение: ${application}`, problem),
  }),
  'job.done': ({ kind, application, file, processed, failed }) => ({
    title: kind === 'export' ? `Выгрузка из ${application} готова` : `Изменения в ${application} выполнены`,
    text: lines(file && `Файл: ${file}`, `Элементов: ${processed}, с ошибками: ${failed}`),
  }),
  'job.failed': ({ kind, application, problem }) => ({
    title: kind === 'export' ? `Выгрузка из ${application} не удалась` : `Изменения в ${application} не удались`,
    text: lines(problem),
  }),
  'comment.mentioned': ({ by, subject, text }) => ({ title: `Вас упоминает ${by}: ${subject}`, text: lines(text) }),
  message: ({ subject = '', text = '' }) => ({ title: subject, text }),
  'webhook.off': ({ subject, reason, since }) => ({
    title: `Вебхук «${subject}» выключен`,
    text: lines(
      reason === 'gone' ? 'Получатель ответил 410 Gone.' : `Все попытки отправки неудачны с ${since}.`,
      'События ему больше не отправляются. Исправьте получателя и включите вебхук.',
    ),
  }),
  'backup.failed': ({ file, problem }) => ({ title: `Резервная копия ${file} не создана`, text: lines(problem) }),
}

export const russianMail: MailWords = {
  several: (count) => `Уведомления: ${count}`,
  open: 'Открыть',
  footer:
    'Письмо отправлено системой Chancery по вашим настройкам уведомлений. Изменить или отключить письма можно там же.',
}
