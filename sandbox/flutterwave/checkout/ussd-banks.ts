/** Banks that can be dialled, with the code of their USSD menu. */
export const ussd_banks: Record<string, { name: string; menu: string }> = {
  '044': { name: 'Access Bank', menu: '901' },
  '050': { name: 'Ecobank', menu: '326' },
  '070': { name: 'Fidelity Bank', menu: '770' },
  '011': { name: 'First Bank', menu: '894' },
  '214': { name: 'FCMB', menu: '329' },
  '058': { name: 'GTBank', menu: '737' },
  '082': { name: 'Keystone Bank', menu: '7111' },
  '221': { name: 'Stanbic IBTC', menu: '909' },
  '232': { name: 'Sterling Bank', menu: '822' },
  '032': { name: 'Union Bank', menu: '826' },
  '033': { name: 'UBA', menu: '919' },
  '215': { name: 'Unity Bank', menu: '7799' },
  '035': { name: 'Wema Bank', menu: '945' },
  '057': { name: 'Zenith Bank', menu: '966' },
}
