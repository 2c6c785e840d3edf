import { errorKind } from '../../foundation/kit/errors.ts'

export const templateNotFound = errorKind(
  'document_template.not_found',
  404,
  'There is no document template with this id or path.',
)
export const templateOutdated = errorKind(
  'document_template.outdated',
  409,
  'The template no longer fits its application, for example because a field was removed. Correct the template and apply its solution.',
)
export const templateFieldHidden = errorKind(
  'document_template.field_hidden',
  403,
  'The template shows fields that the caller cannot read.',
)
export const inputInvalid = errorKind(
  'document_template.input_invalid',
  400,
  'The inputs or the target of the document are missing, unknown or of the wrong type. `field` names the input.',
)
export const documentTooLarge = errorKind(
  'document_template.too_large',
  400,
  'The document would have too many values, or takes too much time or memory.',
)
export const pdfUnavailable = errorKind(
  'document_template.pdf_unavailable',
  422,
  'PDF needs LibreOffice; the setting LIBREOFFICE holds the path of its program soffice.',
)
export const pdfFailed = errorKind(
  'document_template.pdf_failed',
  422,
  'LibreOffice could not convert the document, or took too much time or memory.',
)
export const documentsBusy = errorKind(
  'document_template.busy',
  429,
  'Too many documents are being generated. Try again later.',
)

/** Errors of every operation that fills a template. */
export const generateErrors = [
  templateNotFound,
  templateOutdated,
  templateFieldHidden,
  inputInvalid,
  documentTooLarge,
  pdfUnavailable,
  pdfFailed,
  documentsBusy,
]
