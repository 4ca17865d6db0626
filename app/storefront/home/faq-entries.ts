import { brand } from '../../../domain/brand.ts'

/** The five questions of the home page. The page /faqs begins with them. */
export const main_questions: readonly { question: string; answer: string }[] = [
  {
    question: 'How do I place an order?',
    answer:
      'Choose a restaurant, add dishes to your cart and tap Proceed to Checkout. Tell us who you are and where you ' +
      'are, check the summary and pay. You need no account.',
  },
  {
    question: 'Which areas do you serve?',
    answer:
      `${brand.campus} in ${brand.city}: the campus, its gates, Aluta Market and the hostels and streets ` +
      'around them.',
  },
  {
    question: 'How long does delivery take?',
    answer:
      '20–35 minutes is usual. It depends on the restaurant, the hour and the way: say where you are, and each menu ' +
      'tells when it would come; you read it again before you pay. With no rider on duty we say so in its place.',
  },
  {
    question: 'How do I track my order?',
    answer:
      'By SMS: we write to the number you gave when your payment is in and as your order moves on. The message ' +
      'holds a private link to your order and receipt.',
  },
  {
    question: 'How can I pay?',
    answer:
      'By card, USSD or bank transfer, in naira, through Flutterwave. Card details go to Flutterwave only; ' +
      'we store none of them.',
  },
]
