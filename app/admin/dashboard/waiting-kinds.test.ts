import { expect, test } from 'vitest'
import { admin_role_names, may } from '../../../domain/admin-roles.ts'
import { every_kind, waiting_kinds } from '../../../domain/desk/kinds.ts'
import { maySee } from '../rights.ts'
import { waiting_words } from './waiting-kinds.ts'

test.each(admin_role_names)('%s may look at where everything waits that they may act on', (admin_role) => {
  const actor = { role: 'admin', admin_role }
  const lost = every_kind.filter((kind) => {
    return may(actor, waiting_kinds[kind].right) && !maySee(actor, waiting_words[kind].list)
  })
  expect(lost).toEqual([])
})

test('who only looks on has nothing to do', () => {
  const actor = { role: 'admin', admin_role: 'read_only' } as const
  expect(every_kind.filter((kind) => may(actor, waiting_kinds[kind].right))).toEqual([])
})

test('the rest of a kind is listed on another screen', () => {
  const nowhere = every_kind.filter((kind) => waiting_words[kind].list.startsWith('/admin/dashboard'))
  expect(nowhere).toEqual([])
})
