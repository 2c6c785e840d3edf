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
  message: ({ subject = '', text = '' }) => ({ title: subject, text }),
}

export const russianMail: MailWords = {
  several: (count) => `Уведомления: ${count}`,
  open: 'Открыть',
  footer:
    'Письмо отправлено системой Chancery по вашим настройкам уведомлений. Изменить или отключить письма можно там же.',
}
