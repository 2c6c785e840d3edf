// Mail through the mail server of the installation; the only code that speaks SMTP.
export * from './send-mail.ts'
