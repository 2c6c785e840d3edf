/** The namespace and code of the measured application. */
export const records = { namespace: 'bench', code: 'records' }

/** The fields of a new record, about 1 KB; `@v@` becomes a different number each time. */
export const recordTemplate = JSON.stringify({
  code: 'B-@v@',
  title: 'Delivery of office furniture, lot @v@',
  summary:
    'Desks, chairs and shelves for the second floor; assembled on the spot, packaging is taken back. ' +
    'The supplier answers for the lift and for the floor under it.',
  note: 'Call an hour before the delivery; the gate is narrow.',
  city: 'Вышний Волочёк',
  street: 'ул. Набережная, д. 14, корп. 2',
  contract: 'SUP-2026/0417',
  barcode: '4600000000012',
  amount: 1234.5,
  quantity: 12,
  weight: 84.125,
  rating: 7,
  paid: false,
  urgent: true,
  due: '2026-05-01',
  started: '2026-04-01T08:30:00Z',
  finished: '2026-04-28T17:00:00Z',
  category: [{ code: 'c3', name: 'Category 3' }],
  channel: [
    { code: 'mail', name: 'Mail' },
    { code: 'site', name: 'Site' },
  ],
  price: { cents: 1234500, currency: 'RUB' },
  phone: [{ type: 'work', tel: '+7 000 123-45-67' }],
  email: [{ type: 'work', email: 'stock@example.org' }],
  person: { lastname: 'Тополева', firstname: 'Нина', middlename: 'Юрьевна' },
  site: 'https://example.org/lots/417',
  extra: { pallets: 2, tail: true },
})
