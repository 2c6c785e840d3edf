select count(*) as elements from bi.crypt_vault
