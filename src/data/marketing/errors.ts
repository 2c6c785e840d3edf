import { errorKind } from '../../foundation/kit/errors.ts'

export const marketingOff = errorKind(
  'marketing.off',
  412,
  'The area of marketing is switched off. An administrator can switch it on with PUT /api/v1/marketing/settings.',
)
export const segmentNotFound = errorKind('marketing.segment_not_found', 404, 'There is no segment with this id.')
export const segmentNotStatic = errorKind(
  'marketing.segment_not_static',
  400,
  'The segment is dynamic: its members follow from its filter, so none can be added or removed.',
)
export const segmentExternalIdTaken = errorKind(
  'marketing.external_id_taken',
  400,
  'Another segment has the same external id.',
)
export const subscriberNotFound = errorKind(
  'marketing.subscriber_not_found',
  404,
  'There is no subscriber with this id.',
)
export const wrongSubscriber = errorKind(
  'marketing.wrong_subscriber',
  400,
  'A subscriber has no valid address, or its element does not exist. `field` names the row.',
)
export const unknownCategory = errorKind(
  'marketing.unknown_category',
  400,
  'A preference is not the id of a category. `field` names the place.',
)
export const categoryTaken = errorKind('marketing.category_taken', 400, 'Another category has this name.')
export const marketingWrongGroup = errorKind(
  'marketing.wrong_group',
  400,
  'One of the groups does not exist. `field` names the place.',
)
