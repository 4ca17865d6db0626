import type { DatabaseSync } from 'node:sqlite'

export type Sms = {
  id: number
  msg_id: string
  ext_ref: string | null
  sender: string
  recipient: string
  text: string
  route: string
  delivered: number
  received_at_ms: number
}

export type SmsBook = ReturnType<typeof openSmsBook>

const schema = `
  create table if not exists sms (
    id integer primary key autoincrement, msg_id text not null unique, ext_ref text unique, sender text not null,
    recipient text not null, text text not null, route text not null, delivered integer not null,
    received_at_ms integer not null
  ) strict;
  create index if not exists sms_recipient on sms (recipient);`

export function openSmsBook(books: DatabaseSync) {
  books.exec(schema)
  const insert = books.prepare(
    `insert into sms (msg_id, ext_ref, sender, recipient, text, route, delivered, received_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const by_ext_ref = books.prepare('select * from sms where ext_ref = ?')
  const by_msg_id = books.prepare('select * from sms where msg_id = ?')
  const newest = books.prepare("select * from sms where ? = '' or instr(recipient, ?) > 0 order by id desc limit ?")
  const total = books.prepare('select count(*) as n from sms')
  const forget = books.prepare('delete from sms')

  return {
    add(sms: Omit<Sms, 'id'>): void {
      insert.run(
        sms.msg_id,
        sms.ext_ref,
        sms.sender,
        sms.recipient,
        sms.text,
        sms.route,
        sms.delivered,
        sms.received_at_ms,
      )
    },
    withExtRef: (ext_ref: string) => by_ext_ref.get(ext_ref) as Sms | undefined,
    withMsgId: (msg_id: string) => by_msg_id.get(msg_id) as Sms | undefined,
    newest: (to_digits: string, limit: number) => newest.all(to_digits, to_digits, limit) as Sms[],
    count: () => Number(total.get()?.n),
    forget: () => forget.run(),
  }
}
