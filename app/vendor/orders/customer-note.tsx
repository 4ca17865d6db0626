/** What the customer wants the kitchen to know: nobody who accepts or cooks may miss it. */
export function CustomerNote({ note }: { note: string }) {
  return (
    <p className="rounded-control border-2 border-warn bg-warn-soft p-3 text-lg leading-snug font-bold text-warn">
      <span className="block text-sm font-semibold">The customer asks</span>
      {note}
    </p>
  )
}
