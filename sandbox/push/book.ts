import type { DatabaseSync } from 'node:sqlite'

export type Push = {
  id: number
  /** The device: the part after `/push/` in its endpoint. */
  device: string
  ttl_seconds: number
  urgency: string
  topic: string
  /** Encrypted for the device, base64url. */
  body: string
  received_at_ms: number
}

export type PushBook = ReturnType<typeof openPushBook>

const schema = `
  create table if not exists pushes (
    id integer primary key autoincrement, device text not null, ttl_seconds integer not null, urgency text not null,
    topic text not null, body text not null, received_at_ms integer not null
  ) strict;
  create index if not exists pushes_device on pushes (device);`

export function openPushBook(books: DatabaseSync) {
  books.exec(schema)
  const insert = books.prepare(
    `insert into pushes (device, ttl_seconds, urgency, topic, body, received_at_ms) values (?, ?, ?, ?, ?, ?)`,
  )
  const newest = books.prepare("select * from pushes where ? in ('', device) order by id desc limit 100")
  return {
    add({ device, ttl_seconds, urgency, topic, body, received_at_ms }: Omit<Push, 'id'>): void {
      insert.run(device, ttl_seconds, urgency, topic, body, received_at_ms)
    },
    /** Newest first; of all devices if none is named. */
    newest: (device: string) => newest.all(device) as Push[],
  }
}
