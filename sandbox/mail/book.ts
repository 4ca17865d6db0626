import type { DatabaseSync } from 'node:sqlite'

export type Mail = {
  id: number
  sender: string
  recipients: string
  subject: string
  text: string
  html: string
  raw: string
  received_at_ms: number
}

export type MailBook = ReturnType<typeof openMailBook>

const schema = `
  create table if not exists mails (
    id integer primary key autoincrement, sender text not null, recipients text not null, subject text not null,
    text text not null, html text not null, raw text not null, received_at_ms integer not null
  ) strict;`

export function openMailBook(books: DatabaseSync) {
  books.exec(schema)
  const insert = books.prepare(
    `insert into mails (sender, recipients, subject, text, html, raw, received_at_ms)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const one = books.prepare('select * from mails where id = ?')
  const newest = books.prepare(
    "select * from mails where ? = '' or instr(lower(recipients), ?) > 0 order by id desc limit ?",
  )
  const total = books.prepare('select count(*) as n from mails')
  const forget = books.prepare('delete from mails')

  return {
    add(m: Omit<Mail, 'id'>): void {
      insert.run(m.sender, m.recipients, m.subject, m.text, m.html, m.raw, m.received_at_ms)
    },
    find: (id: number) => one.get(id) as Mail | undefined,
    newest: (to: string, limit: number) => newest.all(to, to.toLowerCase(), limit) as Mail[],
    count: () => Number(total.get()?.n),
    forget: () => forget.run(),
  }
}
