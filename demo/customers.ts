export type DemoCustomer = {
  first_name: string
  last_name: string
  email: string
  phone: string
  address: string
}

const names = [
  'Tolu Adebayo',
  'Chiamaka Obi',
  'Yusuf Bello',
  'Damilola Ogunbiyi',
  'Emeka Nwosu',
  'Aisha Mohammed',
  'Ifeoluwa Akande',
  'Blessing Etim',
  'Segun Falade',
  'Kelechi Uche',
  'Zainab Sulaiman',
  'Opeyemi Ajibade',
  'Favour Igwe',
  'Ridwan Salami',
  'Precious Omoregie',
  'Gbenga Arowolo',
  'Halima Abdullahi',
  'Ayobami Oyedele',
  'Ngozi Anyanwu',
  'Tunde Bakare',
  'Mercy Okon',
  'Femi Adeleke',
  'Adaobi Ezeudu',
  'Kunle Oladipo',
  'Simisola Fashola',
  'Musa Lawal',
  'Titilayo Babalola',
  'Chukwudi Agu',
  'Boluwatife Ojo',
  'Ese Oghenekaro',
  'Hammed Raji',
  'Anuoluwapo Alabi',
  'Uche Madu',
  'Rukayat Olawale',
  'Daniel Akpan',
  'Morenike Adesina',
] as const

const places = [
  'Jadesola Hall, FUTA',
  'Akindeko Hall, FUTA',
  'Abiola Hall, FUTA',
  'Post Graduate Hall, FUTA',
  'Unity Lodge, Aule Road, Akure',
  'Emerald Hostel, Obakekere, Akure',
  'Peace Villa, FUTA South Gate, Akure',
  'Crown Court Lodge, FUTA North Gate, Akure',
  'Graceland Hostel, Embassy Road, Akure',
] as const

const prefixes = ['0803', '0806', '0813', '0703', '0816', '0805', '0902', '0808', '0706'] as const

/** Invented students of the campus; each has one address and one phone number for all orders. */
export const demo_customers: readonly DemoCustomer[] = names.map((name, index) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const room = `${'ABCDE'[index % 5]}${101 + ((index * 37) % 60)}`
  return {
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    phone: `${prefixes[index % prefixes.length]}5557${String(index + 1).padStart(3, '0')}`,
    address: `Room ${room}, ${places[index % places.length]}`,
  }
})
